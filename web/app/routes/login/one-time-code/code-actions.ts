import type { AuthError } from '@supabase/supabase-js'
import { href } from 'react-router'
import { describeAuthError, describeLinkFailure } from '#app/features/account/sign-in/auth-messages.ts'
import { readSignInName, type SignInName } from '#app/features/account/sign-in/sign-in-name.ts'
import { CheckCodeForm, MailedLinkForm, SendCodeForm } from '#app/features/account/sign-in/sign-in-schema.ts'
import { rejectField, rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { type LoginAction, respondWith, SIGNED_IN } from '../login-result.ts'

/** Sends a one-time code. Emails also contain a link. */
export const sendCode: LoginAction = async (supabase, form, siteUrl) => {
  const parsed = parseForm(SendCodeForm, form)
  if (!parsed.accepted) return respondWith({ rejection: parsed.rejection })
  const { account, captchaToken } = parsed.value
  const { name, error: mistake } = await readSignInName(account)
  if (!name) return respondWith({ rejection: rejectField('account', mistake, form) })
  const options = { shouldCreateUser: false, emailRedirectTo: `${siteUrl}${href('/auth/login')}`, captchaToken }
  const { error } = await supabase.auth.signInWithOtp({ ...name, options })
  if (!error || saysUnknown(error)) return respondWith({ sentTo: account })
  const rejection = rejectForm(describeAuthError(error), form)
  return respondWith({ rejection, sentTo: hasEarlierCode(error, form) ? account : undefined })
}

/** Sends the message that confirms a new account again. Unlike a code to sign in, it keeps the password. */
export const resendConfirmation: LoginAction = async (supabase, form, siteUrl) => {
  const parsed = parseForm(SendCodeForm, form)
  if (!parsed.accepted) return respondWith({ rejection: parsed.rejection })
  const { account, captchaToken } = parsed.value
  const { name, error: mistake } = await readSignInName(account)
  if (!name) return respondWith({ rejection: rejectField('account', mistake, form) })
  const options = { emailRedirectTo: `${siteUrl}${href('/auth/login')}`, captchaToken }
  const { error } = await supabase.auth.resend(
    'email' in name ? { ...name, type: 'signup', options } : { ...name, type: 'sms', options },
  )
  if (!error) return respondWith({ sentTo: account })
  const rejection = rejectForm(describeAuthError(error), form)
  return respondWith({ rejection, ...(hasEarlierCode(error, form) ? { sentTo: account } : { unconfirmed: account }) })
}

/** Signs in with the code. An error appears at its field. */
export const checkCode: LoginAction = async (supabase, form) => {
  const parsed = parseForm(CheckCodeForm, form)
  const account = String(form.get('account') ?? '')
  if (!parsed.accepted) return respondWith({ rejection: parsed.rejection, sentTo: account })
  const { name, error: mistake } = await readSignInName(account)
  if (!name) return respondWith({ rejection: rejectField('account', mistake, form) })
  const { error } = await supabase.auth.verifyOtp(toProof(name, parsed.value.code))
  if (!error) return SIGNED_IN
  const sentence = error.code === 'otp_expired' ? WRONG_CODE : describeAuthError(error)
  return respondWith({ rejection: rejectField('code', sentence, form), sentTo: account })
}

/** Signs in with an emailed link after the member confirms, because mail scanners open links too. */
export const enterByLink: LoginAction = async (supabase, form) => {
  const parsed = parseForm(MailedLinkForm, form)
  if (!parsed.accepted) return respondWith({ rejection: rejectForm(describeLinkFailure('otp_expired'), form) })
  const { tokenHash, type } = parsed.value
  const { error } = await supabase.auth.verifyOtp({ token_hash: tokenHash, type })
  if (error) return respondWith({ rejection: rejectForm(describeAuthError(error), form) })
  return { kind: 'signed-in', lacksPassword: type === 'invite' || type === 'recovery' }
}

const WRONG_CODE = 'This code is wrong or has expired. Use the code from the newest message, or request another one.'

/** The service reports unknown addresses, but the screen does not. */
function saysUnknown({ code }: AuthError): boolean {
  return code === 'otp_disabled' || code === 'user_not_found'
}

/**
 * Returns true if an earlier code may still be valid, so that the code field stays: another one was sent a moment ago, or
 * failed to be sent.
 */
export function hasEarlierCode({ code }: AuthError, form: FormData): boolean {
  if (form.has('again')) return true
  return code === 'over_email_send_rate_limit' || code === 'over_sms_send_rate_limit'
}

function toProof(name: SignInName, token: string) {
  return 'email' in name ? ({ ...name, token, type: 'email' } as const) : ({ ...name, token, type: 'sms' } as const)
}
