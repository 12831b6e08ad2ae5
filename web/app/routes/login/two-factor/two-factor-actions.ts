import { describeAuthError } from '#app/features/account/sign-in/auth-messages.ts'
import { FactorForm, SecondFactorForm } from '#app/features/account/sign-in/sign-in-schema.ts'
import { rejectField, rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { endSession, isSessionEnded } from '../end-session.ts'
import { type LoginAction, respondWith, SIGNED_IN } from '../login-result.ts'

/** For authenticator apps. A code by text message does not change. */
const WRONG_CODE = 'This code is wrong. It changes every 30 seconds, so enter the one your app shows now.'

/** Verifies the code of an authenticator app or of a text message. */
export const checkSecondFactor: LoginAction = async (supabase, form) => {
  const parsed = parseForm(SecondFactorForm, form)
  const sent = { challengeId: form.get('challengeId')?.toString() }
  if (!parsed.accepted) return respondWith({ rejection: parsed.rejection, ...sent })
  const { factorId, challengeId, code } = parsed.value
  const { error } = challengeId
    ? await supabase.auth.mfa.verify({ factorId, challengeId, code })
    : await supabase.auth.mfa.challengeAndVerify({ factorId, code })
  if (!error) return SIGNED_IN
  if (isSessionEnded(error)) return endSession(supabase)
  const isOfApp = challengeId === undefined
  const sentence = isOfApp && error.code === 'mfa_verification_failed' ? WRONG_CODE : describeAuthError(error)
  return respondWith({ rejection: rejectField('code', sentence, form), ...sent })
}

/** Sends a code by text message. If that fails, the challenge of the code before it stays. */
export const textSecondFactor: LoginAction = async (supabase, form) => {
  const parsed = parseForm(FactorForm, form)
  if (!parsed.accepted) return respondWith({ rejection: parsed.rejection })
  const { data, error } = await supabase.auth.mfa.challenge({ factorId: parsed.value.factorId })
  if (!error) return respondWith({ challengeId: data.id })
  if (isSessionEnded(error)) return endSession(supabase)
  const rejection = rejectForm(describeAuthError(error), form)
  return respondWith({ rejection, challengeId: form.get('challengeId')?.toString() })
}

/** Cancels the sign-in by signing out. */
export const startAgain: LoginAction = async (supabase) => {
  await supabase.auth.signOut({ scope: 'local' })
  return { kind: 'signed-out' }
}
