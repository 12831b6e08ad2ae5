import * as v from 'valibot'
import type { Supabase } from '#app/lib/supabase.ts'
import { signInByPasskey, signInByWallet, touchSecondFactor } from './device/device-actions.ts'
import type { LoginAction, LoginResult } from './login-result.ts'
import { checkCode, enterByLink, resendConfirmation, sendCode } from './one-time-code/code-actions.ts'
import { sendPasswordMail, setNewPassword, signInByPassword } from './password/password-actions.ts'
import { signInByOrganisation, signInByProvider } from './providers/provider-actions.ts'
import { checkSecondFactor, startAgain, textSecondFactor } from './two-factor/two-factor-actions.ts'

/** The forms of the screen by intent. */
const ACTIONS = {
  password: signInByPassword,
  forgotten: sendPasswordMail,
  'new-password': setNewPassword,
  'send-code': sendCode,
  'check-code': checkCode,
  'confirm-again': resendConfirmation,
  link: enterByLink,
  provider: signInByProvider,
  organisation: signInByOrganisation,
  'second-factor': checkSecondFactor,
  'text-second-factor': textSecondFactor,
  passkey: signInByPasskey,
  wallet: signInByWallet,
  'touch-second-factor': touchSecondFactor,
  'start-again': startAgain,
} satisfies Record<string, LoginAction>

const Intent = v.fallback(v.picklist(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]), 'password')

/** Runs one form of the sign-in screen with the server's client or the browser's. */
export async function runLoginAction(supabase: Supabase, form: FormData, siteUrl: string): Promise<LoginResult> {
  return ACTIONS[v.parse(Intent, form.get('intent'))](supabase, form, siteUrl)
}
