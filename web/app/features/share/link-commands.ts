import * as v from 'valibot'
import { type FormCommand, withForm } from '#app/lib/form-command.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import { LINK_LIFETIMES } from './link-lifetimes.ts'

/** The spot, story or list that a secret link opens. */
type LinkTarget = { spot_id: string } | { post_id: string } | { list_id: string }

const LinkEndForm = v.object({ days: v.picklist(LINK_LIFETIMES.map(({ days }) => days)) })

/** Returns the commands by which the owner of a page lets its secret link expire, or replaces it. */
export function createLinkCommands<Call extends { supabase: Supabase; form: FormData }>(
  findTarget: (call: Call) => LinkTarget | Promise<LinkTarget>,
): Record<string, FormCommand<Call>> {
  return {
    'link-end': withForm(LinkEndForm, async (call, { days }) => {
      const target = await findTarget(call)
      findData(await call.supabase.rpc('set_link_end', { ...target, ...(days && { days: Number(days) }) }))
    }),
    'replace-link': async (call) => {
      findData(await call.supabase.rpc('replace_link', await findTarget(call)))
      return undefined
    },
  }
}
