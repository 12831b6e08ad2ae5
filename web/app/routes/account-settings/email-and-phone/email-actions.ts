import * as v from 'valibot'
import { CodeText, ForgottenPasswordForm } from '#app/features/account/sign-in/sign-in-schema.ts'
import { rejectField, rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { fail, failWith, type SettingsAction, succeed } from '../action-result.ts'
import { settingsUrl } from '../settings-sections.ts'

/** The code from an email and the address it was sent to. */
const CodeForm = v.object({ address: v.pipe(v.string(), v.nonEmpty()), code: CodeText })

const WRONG_CODE = 'This code is wrong or has expired. Use the code from the newest email, or have it sent again.'

/**
 * Requests a new address. The confirmation goes to it and, if the site requires both, to the current address as well.
 */
export const changeEmail: SettingsAction = async (supabase, form, siteUrl) => {
  const parsed = parseForm(ForgottenPasswordForm, form)
  if (!parsed.accepted) return fail(parsed.rejection)
  const { email } = parsed.value
  const options = { emailRedirectTo: siteUrl + settingsUrl('email') }
  const { data, error } = await supabase.auth.updateUser({ email }, options)
  if (error) return failWith(error, form, 'email')
  if (data.user.email?.toLowerCase() !== email.toLowerCase()) return succeed('Check your email.')
  await supabase.auth.refreshSession()
  // The requested address may also be the one that the account already had.
  return succeed(`Your email address is ${data.user.email}. Use it to sign in.`)
}

/** Cancels a pending change by requesting the current address. */
export const cancelEmail: SettingsAction = async (supabase, form) => {
  const { data, error } = await supabase.auth.getUser()
  if (error) return failWith(error, form)
  const { data: kept, error: authError } = await supabase.auth.updateUser({ email: data.user.email ?? '' })
  if (authError) return failWith(authError, form)
  // Hosted projects ignore the current address.
  return kept.user.new_email
    ? fail(rejectForm(NOT_CANCELLED, form))
    : succeed(kept.user.email ? 'Cancelled. Your address stays the same.' : 'Cancelled.')
}

/** The message when the service ignores the request to cancel a change. */
export const NOT_CANCELLED = 'This site cannot cancel the change. It expires if you do not confirm it.'

/** Confirms a change with the code of the email instead of its link. */
export const confirmEmail: SettingsAction = async (supabase, form) => {
  const parsed = parseForm(CodeForm, form)
  if (!parsed.accepted) return fail(parsed.rejection)
  const { address: email, code: token } = parsed.value
  const { data, error } = await supabase.auth.verifyOtp({ email, token, type: 'email_change' })
  if (error?.code === 'otp_expired') return fail(rejectField('code', WRONG_CODE, form))
  if (error) return failWith(error, form, 'code')
  return data.session
    ? succeed('Changed. Use the new address to sign in from now on.')
    : succeed('Thank you. Now enter the code that we sent to the other address.')
}

/**
 * Resends the emails of a pending change by requesting the same change again, which needs no captcha, unlike /resend.
 */
export const resendEmail: SettingsAction = async (supabase, form, siteUrl) => {
  const { data, error } = await supabase.auth.getUser()
  if (error) return failWith(error, form)
  const email = data.user.new_email
  if (!email) return succeed('There is no pending change.')
  const options = { emailRedirectTo: siteUrl + settingsUrl('email') }
  const { error: authError } = await supabase.auth.updateUser({ email }, options)
  return authError ? failWith(authError, form) : succeed('Sent again. Only the newest email is valid.')
}
