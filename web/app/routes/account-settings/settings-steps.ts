import { href } from 'react-router'
import * as v from 'valibot'
import { describeAuthError } from '#app/features/account/auth-messages.ts'
import { ForgottenPasswordForm, NewPassword } from '#app/features/account/sign-in-schema.ts'
import { type FormRejection, parseForm, rejectForm } from '#app/lib/form-result.ts'
import type { Supabase } from '#app/lib/supabase.ts'

/** What a form of the settings answers: a sentence when it went well, else what was wrong. */
export interface SettingsReply {
  intent: string
  rejection: FormRejection | undefined
  done: string | undefined
}

const PasswordForm = v.pipe(
  v.object({ password: NewPassword, repeated: v.string() }),
  v.forward(
    v.partialCheck(
      [['password'], ['repeated']],
      ({ password, repeated }) => password === repeated,
      'The two are not the same. Please type it once more.',
    ),
    ['repeated'],
  ),
)

type Step = (supabase: Supabase, form: FormData, siteUrl: string) => Promise<Omit<SettingsReply, 'intent'>>

/** The forms that change the account itself. They run in the tab's own client, so that other tabs hear of it, or on the server. */
const steps: Record<string, Step> = {
  email: changeEmail,
  password: changePassword,
  'sign-out-elsewhere': signOutElsewhere,
}

/** Runs one of the forms that change the account; undefined for another form. */
export async function runSettingsStep(
  supabase: Supabase,
  form: FormData,
  siteUrl: string,
): Promise<SettingsReply | undefined> {
  const intent = String(form.get('intent'))
  const step = Object.hasOwn(steps, intent) ? steps[intent] : undefined
  return step && { intent, ...(await step(supabase, form, siteUrl)) }
}

async function changeEmail(supabase: Supabase, form: FormData, siteUrl: string) {
  const parsed = parseForm(ForgottenPasswordForm, form)
  if (!parsed.accepted) return { rejection: parsed.rejection, done: undefined }
  const { email } = parsed.value
  const options = { emailRedirectTo: `${siteUrl}${href('/account/settings')}?part=email` }
  const { data, error } = await supabase.auth.updateUser({ email }, options)
  if (error) return reject(describeAuthError(error), form)
  const isChanged = data.user.email?.toLowerCase() === email.toLowerCase()
  return accept(
    isChanged ? 'Changed. You sign in with it from now on.' : 'Check your mail: the link in it makes the change.',
  )
}

async function changePassword(supabase: Supabase, form: FormData) {
  const parsed = parseForm(PasswordForm, form)
  if (!parsed.accepted) return { rejection: parsed.rejection, done: undefined }
  const { error } = await supabase.auth.updateUser({ password: parsed.value.password })
  if (error) return reject(describeAuthError(error), form)
  return accept('Changed. You need it the next time you sign in.')
}

async function signOutElsewhere(supabase: Supabase, form: FormData) {
  const { error } = await supabase.auth.signOut({ scope: 'others' })
  if (error) return reject('That did not reach us: the other devices are still signed in. Try again in a moment.', form)
  return accept('Every other device has to sign in again.')
}

function reject(message: string, form: FormData) {
  return { rejection: rejectForm(message, form), done: undefined }
}

function accept(done: string) {
  return { rejection: undefined, done }
}
