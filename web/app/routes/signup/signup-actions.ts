import { href } from 'react-router'
import { describeAuthError } from '#app/features/account/sign-in/auth-messages.ts'
import { readSignInName } from '#app/features/account/sign-in/sign-in-name.ts'
import { CheckCodeForm, SignUpForm } from '#app/features/account/sign-in/sign-in-schema.ts'
import { type FormRejection, parseForm, rejectField, rejectForm } from '#app/lib/form-result.ts'
import type { Supabase } from '#app/lib/supabase.ts'

/** The reply of a form that has not signed in. */
export interface SignUpReply {
  rejection: FormRejection | undefined
  /** The address or number that a code was sent to. */
  sentTo: string | undefined
}

/** Runs a form of the screen. Returns undefined once the member is signed in. */
export async function runSignUpAction(
  supabase: Supabase,
  form: FormData,
  siteUrl: string,
): Promise<SignUpReply | undefined> {
  switch (form.get('intent')) {
    case 'check-code':
      return checkCode(supabase, form)
    case 'send-again':
      return sendAgain(supabase, form, siteUrl)
    default:
      return signUp(supabase, form, siteUrl)
  }
}

async function signUp(supabase: Supabase, form: FormData, siteUrl: string): Promise<SignUpReply | undefined> {
  const parsed = parseForm(SignUpForm, form)
  if (!parsed.accepted) return { rejection: parsed.rejection, sentTo: undefined }
  const { account, password, captchaToken, ...profile } = parsed.value
  const { name, error: mistake } = await readSignInName(account)
  if (!name) return { rejection: rejectField('account', mistake, form), sentTo: undefined }
  const options = { data: profile, emailRedirectTo: siteUrl + href('/auth/login'), captchaToken }
  const { data, error } = await supabase.auth.signUp({ ...name, password, options })
  if (error) return { rejection: rejectForm(describeAuthError(error), form), sentTo: undefined }
  return data.session ? undefined : { rejection: undefined, sentTo: account }
}

/** Verifies the code of the e-mail or text message, for members who read it on another device. */
async function checkCode(supabase: Supabase, form: FormData): Promise<SignUpReply | undefined> {
  const sentTo = String(form.get('account') ?? '')
  const parsed = parseForm(CheckCodeForm, form)
  if (!parsed.accepted) return { rejection: parsed.rejection, sentTo }
  const { name, error: mistake } = await readSignInName(sentTo)
  if (!name) return { rejection: rejectField('account', mistake, form), sentTo: undefined }
  const token = parsed.value.code
  const { error } = await supabase.auth.verifyOtp(
    'email' in name ? { ...name, token, type: 'email' } : { ...name, token, type: 'sms' },
  )
  if (!error) return undefined
  const sentence = error.code === 'otp_expired' ? WRONG_CODE : describeAuthError(error)
  return { rejection: rejectField('code', sentence, form), sentTo }
}

const WRONG_CODE = 'This code is wrong or has expired. Use the code from the newest message, or request another one.'

async function sendAgain(supabase: Supabase, form: FormData, siteUrl: string): Promise<SignUpReply> {
  const sentTo = String(form.get('account') ?? '')
  const { name, error: mistake } = await readSignInName(sentTo)
  if (!name) return { rejection: rejectField('account', mistake, form), sentTo: undefined }
  const options = { captchaToken: form.get('captchaToken')?.toString(), emailRedirectTo: siteUrl + href('/auth/login') }
  const { error } = await supabase.auth.resend(
    'email' in name ? { ...name, type: 'signup', options } : { ...name, type: 'sms', options },
  )
  return { rejection: error ? rejectForm(describeAuthError(error), form) : undefined, sentTo }
}
