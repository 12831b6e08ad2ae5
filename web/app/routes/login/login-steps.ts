import * as v from 'valibot'
import type { Supabase } from '#app/lib/supabase.ts'
import { checkCode, enterByLink, sendCode } from './code-steps.ts'
import { signInByPasskey, signInByWallet, touchSecondFactor } from './device-steps.ts'
import type { LoginStep, RunLoginStep } from './login-reply.ts'
import { sendPasswordMail, setNewPassword, signInByPassword } from './password-steps.ts'
import { signInByOrganisation, signInByProvider } from './provider-steps.ts'
import { checkSecondFactor, startAgain, textSecondFactor } from './second-factor-steps.ts'

/** The forms of the screen, by the intent that each sends. */
const STEPS = {
  password: signInByPassword,
  forgotten: sendPasswordMail,
  'new-password': setNewPassword,
  'send-code': sendCode,
  'check-code': checkCode,
  link: enterByLink,
  provider: signInByProvider,
  organisation: signInByOrganisation,
  'second-factor': checkSecondFactor,
  'text-second-factor': textSecondFactor,
  passkey: signInByPasskey,
  wallet: signInByWallet,
  'touch-second-factor': touchSecondFactor,
  'start-again': startAgain,
} satisfies Record<string, RunLoginStep>

const Intent = v.fallback(v.picklist(Object.keys(STEPS) as (keyof typeof STEPS)[]), 'password')

/** Runs one form of the login screen, by the server's client or by the browser's. */
export async function runLoginStep(supabase: Supabase, form: FormData, siteUrl: string): Promise<LoginStep> {
  return STEPS[v.parse(Intent, form.get('intent'))](supabase, form, siteUrl)
}
