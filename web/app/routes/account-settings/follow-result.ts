import { href } from 'react-router'
import type { Supabase } from '#app/lib/supabase.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { lacksSecondFactor } from '#app/platform/second-step.ts'
import type { SettingsReply } from './action-result.ts'
import type { SettingsResult } from './settings-actions.ts'
import { settingsUrl } from './settings-sections.ts'

/** What a form of the settings leads to: something to say, or somewhere else. */
export type FollowedResult =
  | { reply: SettingsReply; leave?: undefined }
  | {
      reply?: undefined
      leave: Response
      /** Where the sign-in has to lead back to. Not a header of the reply: browsers take `Set-Cookie` out of replies that script makes. */
      returnTarget?: string
    }

/** Follows the end of a form. A sign-in that it takes leads back to `target`. */
export async function followResult(supabase: Supabase, end: SettingsResult, target: string): Promise<FollowedResult> {
  if (end.kind === 'leave') return { leave: redirectTo(end.url, { external: true }) }
  if (end.kind === 'sign-in') return { leave: redirectTo(href('/auth/login')), returnTarget: target }
  // What this session does not know of yet may be why more proof is asked for.
  if (end.kind === 'second-step') await supabase.auth.refreshSession()
  if (await lacksSecondFactor(supabase)) {
    return { leave: redirectTo(`${href('/auth/login')}?step=second-factor`), returnTarget: target }
  }
  return end.kind === 'reply' ? { reply: end.reply } : { leave: redirectTo(target) }
}

/** Where the sign-in leads back to after a form: its part, and what was chosen there. */
export function readTarget(search: URLSearchParams, form: FormData): string {
  const content = form.get('content')
  const isDeleting = search.get('part') === 'delete' && (content === 'keep' || content === 'remove')
  if (isDeleting) return settingsUrl('delete', { content })
  return `${href('/account/settings')}?${search}`
}
