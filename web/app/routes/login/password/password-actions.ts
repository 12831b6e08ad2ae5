import { href } from 'react-router'
import { describeAuthError } from '#app/features/account/sign-in/auth-messages.ts'
import { readSignInName } from '#app/features/account/sign-in/sign-in-name.ts'
import { ForgottenPasswordForm, NewPasswordForm, SignInForm } from '#app/features/account/sign-in/sign-in-schema.ts'
import { rejectField, rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { endSession, isSessionEnded } from '../end-session.ts'
import { type LoginAction, respondWith, SIGNED_IN } from '../login-result.ts'
import { hasEarlierCode } from '../one-time-code/code-actions.ts'

/** Signs in with email address or phone number and password. */
export const signInByPassword: LoginAction = async (supabase, form) => {
  const parsed = parseForm(SignInForm, form)
  if (!parsed.accepted) return respondWith({ rejection: parsed.rejection })
  const { account, password, captchaToken } = parsed.value
  const { name, error: mistake } = await readSignInName(account)
  if (!name) return respondWith({ rejection: rejectField('account', mistake, form) })
  const { error } = await supabase.auth.signInWithPassword({ ...name, password, options: { captchaToken } })
  if (!error) return SIGNED_IN
  const lacksProofOfWork = error.code === 'captcha_failed'
  const isUnconfirmed = error.code === 'email_not_confirmed' || error.code === 'phone_not_confirmed'
  const unconfirmed = isUnconfirmed ? account : undefined
  return respondWith({ rejection: rejectForm(describeAuthError(error, name), form), lacksProofOfWork, unconfirmed })
}

/** Sends the email to reset a password. */
export const sendPasswordMail: LoginAction = async (supabase, form, siteUrl) => {
  const parsed = parseForm(ForgottenPasswordForm, form)
  if (!parsed.accepted) return respondWith({ rejection: parsed.rejection })
  const { email, captchaToken } = parsed.value
  const redirectTo = `${siteUrl}${href('/auth/login')}?step=new-password`
  const { error } = await supabase.auth.resetPasswordForEmail(email, { redirectTo, captchaToken })
  if (!error) return respondWith({ sentTo: email })
  const rejection = rejectForm(describeAuthError(error), form)
  return respondWith({ rejection, sentTo: hasEarlierCode(error, form) ? email : undefined })
}

/** Sets the new password after the link or code of that email has signed the member in. */
export const setNewPassword: LoginAction = async (supabase, form) => {
  const parsed = parseForm(NewPasswordForm, form)
  if (!parsed.accepted) return respondWith({ rejection: parsed.rejection })
  const { error } = await supabase.auth.updateUser({ password: parsed.value.password })
  if (error && isSessionEnded(error)) return endSession(supabase)
  return error ? respondWith({ rejection: rejectForm(describeAuthError(error), form) }) : SIGNED_IN
}
