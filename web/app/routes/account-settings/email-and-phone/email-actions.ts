import * as v from 'valibot'
import { CodeText, ForgottenPasswordForm } from '#app/features/account/sign-in/sign-in-schema.ts'
import { parseForm, rejectField } from '#app/lib/form-result.ts'
import { fail, failWith, type SettingsAction, succeed } from '../action-result.ts'
import { settingsUrl } from '../settings-sections.ts'

/** The code of a mail, and the address to which it was sent. */
const CodeForm = v.object({ address: v.pipe(v.string(), v.nonEmpty()), code: CodeText })

const WRONG_CODE = 'This code is not right, or it is too old. Look for the newest mail, or have it sent again.'

/** Asks for another address; mails go to it, and where the site is careful to the present one too. */
export const changeEmail: SettingsAction = async (supabase, form, siteUrl) => {
  const parsed = parseForm(ForgottenPasswordForm, form)
  if (!parsed.accepted) return fail(parsed.rejection)
  const { email } = parsed.value
  const options = { emailRedirectTo: siteUrl + settingsUrl('email') }
  const { data, error } = await supabase.auth.updateUser({ email }, options)
  if (error) return failWith(error, form, 'email')
  if (data.user.email?.toLowerCase() !== email.toLowerCase()) return succeed('Check your mail.')
  await supabase.auth.refreshSession()
  return succeed('Changed. You sign in with it from now on.')
}

/** Confirms by the code of a mail instead of its link. */
export const confirmEmail: SettingsAction = async (supabase, form) => {
  const parsed = parseForm(CodeForm, form)
  if (!parsed.accepted) return fail(parsed.rejection)
  const { address: email, code: token } = parsed.value
  const { data, error } = await supabase.auth.verifyOtp({ email, token, type: 'email_change' })
  if (error?.code === 'otp_expired') return fail(rejectField('code', WRONG_CODE, form))
  if (error) return failWith(error, form, 'code')
  return data.session
    ? succeed('Changed. You sign in with it from now on.')
    : succeed('That is one of two. Now the code that went to your other address, please.')
}

/** Sends the mails of a change that waits once more: asking for the same change does, and takes no captcha as /resend would. */
export const resendEmail: SettingsAction = async (supabase, form, siteUrl) => {
  const { data, error } = await supabase.auth.getUser()
  if (error) return failWith(error, form)
  const email = data.user.new_email
  if (!email) return succeed('Nothing waits for a code any more.')
  const options = { emailRedirectTo: siteUrl + settingsUrl('email') }
  const { error: refusal } = await supabase.auth.updateUser({ email }, options)
  return refusal ? failWith(refusal, form) : succeed('Sent again. The newest mail is the one that counts.')
}
