import { href } from 'react-router'
import { describeAuthError } from '#app/features/account/sign-in/auth-messages.ts'
import { estimatePasswordStrength } from '#app/features/account/sign-in/password/estimate-password-strength.ts'
import { readKnownWords } from '#app/features/account/sign-in/password/known-words.ts'
import { readSignInName } from '#app/features/account/sign-in/sign-in-name.ts'
import { CheckCodeForm, SignUpForm } from '#app/features/account/sign-in/sign-in-schema.ts'
import { type FormRejection, rejectField, rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { claimSetup } from './invitation.ts'

/** The response of a form that has not signed in. */
export interface SignUpResponse {
  rejection: FormRejection | undefined
  /** The address or number that a code was sent to. */
  sentTo: string | undefined
}

/** The page on which a form of the screen was sent. */
interface SignUpPage {
  siteUrl: string
  /** The token of the invitation in its URL. */
  invitation: string | null
}

/** Runs a form of the screen. Returns undefined once the member is signed in. */
export async function runSignUpAction(
  supabase: Supabase,
  form: FormData,
  page: SignUpPage,
): Promise<SignUpResponse | undefined> {
  const response = await runIntent(supabase, form, page)
  if (!response) await claimSetup(supabase, page.invitation)
  return response
}

async function runIntent(supabase: Supabase, form: FormData, page: SignUpPage): Promise<SignUpResponse | undefined> {
  switch (form.get('intent')) {
    case 'check-code':
      return checkCode(supabase, form)
    case 'send-again':
      return sendAgain(supabase, form, page.siteUrl)
    case 'claim':
      return undefined
    default:
      return signUp(supabase, form, page)
  }
}

async function signUp(
  supabase: Supabase,
  form: FormData,
  { siteUrl, invitation }: SignUpPage,
): Promise<SignUpResponse | undefined> {
  const parsed = parseForm(SignUpForm, form)
  if (!parsed.accepted) return { rejection: parsed.rejection, sentTo: undefined }
  const { account, password, captchaToken, ...profile } = parsed.value
  if ((await estimatePasswordStrength(password, readKnownWords(form))) === 'too-easy')
    return { rejection: rejectField('password', TOO_EASY, form), sentTo: undefined }
  const { name, error: mistake } = await readSignInName(account)
  if (!name) return { rejection: rejectField('account', mistake, form), sentTo: undefined }
  const metadata = invitation === null ? profile : { ...profile, invitation }
  const options = { data: metadata, emailRedirectTo: siteUrl + href('/auth/login'), captchaToken }
  const { data, error } = await supabase.auth.signUp({ ...name, password, options })
  if (error) return { rejection: rejectForm(describeAuthError(error, name), form), sentTo: undefined }
  return data.session ? undefined : { rejection: undefined, sentTo: account }
}

const TOO_EASY = 'This password is too easy to guess. Add a few words.'

/** Verifies the code of the email or text message, for members who read it on another device. */
async function checkCode(supabase: Supabase, form: FormData): Promise<SignUpResponse | undefined> {
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
  const wrong = 'email' in name ? WRONG_MAILED_CODE : WRONG_CODE
  const sentence = error.code === 'otp_expired' ? wrong : describeAuthError(error)
  return { rejection: rejectField('code', sentence, form), sentTo }
}

const WRONG_CODE = 'This code is wrong or has expired. Use the code from the newest message, or request another one.'
/** Opening the link uses up the code. */
const WRONG_MAILED_CODE =
  'This code is wrong or no longer valid. If you have opened the link on another device, sign in. Otherwise use the code from the newest email.'

async function sendAgain(supabase: Supabase, form: FormData, siteUrl: string): Promise<SignUpResponse> {
  const sentTo = String(form.get('account') ?? '')
  const { name, error: mistake } = await readSignInName(sentTo)
  if (!name) return { rejection: rejectField('account', mistake, form), sentTo: undefined }
  const options = { captchaToken: form.get('captchaToken')?.toString(), emailRedirectTo: siteUrl + href('/auth/login') }
  const { error } = await supabase.auth.resend(
    'email' in name ? { ...name, type: 'signup', options } : { ...name, type: 'sms', options },
  )
  return { rejection: error ? rejectForm(describeAuthError(error), form) : undefined, sentTo }
}
