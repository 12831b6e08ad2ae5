import { data, href } from 'react-router'
import * as v from 'valibot'
import { listUrl } from '#app/features/lists/list-url.ts'
import { attemptCommand, type FormCommand, withForm } from '#app/lib/form-command.ts'
import type { IntentResponse } from '#app/lib/intent-form.ts'
import { limitedText } from '#app/lib/limited-text.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import type { Route } from './+types/account-lists.ts'

const OWN_LISTS = `${href('/account')}#lists`

interface ListCall {
  supabase: Supabase
  form: FormData
  to: string
}

const Made = v.object({ id: v.string() })
const NewListForm = v.object({
  title: v.pipe(limitedText('lists.title'), v.nonEmpty('Please give the list a name.')),
})
const RestoreForm = v.object({ list: v.pipe(v.string(), v.minLength(1), v.maxLength(40)) })

const commands: Record<string, FormCommand<ListCall>> = {
  create: withForm(NewListForm, async (call, { title }) => {
    const made = v.parse(Made, takeData(await call.supabase.rpc('create_list', { title })))
    call.to = `${listUrl(made.id)}&edit=1`
  }),
  restore: withForm(RestoreForm, async (call, { list }) => {
    takeData(await call.supabase.rpc('restore_list', { list }))
    call.to = listUrl(list)
  }),
}

/** This URL is for forms only. */
export function loader() {
  return redirectTo(OWN_LISTS)
}

/** Creates a list, or restores one that was just deleted, and opens it. Without JavaScript an error leads back. */
export async function action({ request, context }: Route.ActionArgs) {
  const call: ListCall = { supabase: getSupabase(context), form: await request.formData(), to: OWN_LISTS }
  const intent = String(call.form.get('intent') ?? '')
  const command = Object.hasOwn(commands, intent) ? commands[intent] : undefined
  const rejection = command && (await attemptCommand(command, call))
  if (!rejection || request.headers.get('sec-fetch-dest') === 'document') return redirectTo(call.to)
  const response: IntentResponse = { intent, rejection }
  return data(response, { status: 400 })
}
