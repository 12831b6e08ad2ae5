import * as v from 'valibot'
import { describeAuthError } from '#app/features/account/sign-in/auth-messages.ts'
import { describeDeviceError } from '#app/features/account/sign-in/methods/describe-device-error.ts'
import { WalletChainText } from '#app/features/account/sign-in/methods/sign-in-methods.ts'
import { FactorForm, InvitationToken } from '#app/features/account/sign-in/sign-in-schema.ts'
import { rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { getSiteName } from '#app/platform/config/site-name.ts'
import { endSession, isSessionEnded } from '../end-session.ts'
import { type LoginAction, respondWith, SIGNED_IN } from '../login-result.ts'
import { toReturnUrl } from '../return-url.ts'
import { stopPasskeyAutofill } from './passkey-autofill.ts'

const WalletForm = v.object({
  chain: WalletChainText,
  captchaToken: v.optional(v.string()),
  invitation: InvitationToken,
})

const CLOSED_WALLET = 'The wallet was closed, or you declined the request. Please try again.'

/** Signs in with a passkey of this device. Runs in browsers only. */
export const signInByPasskey: LoginAction = async (supabase, form) => {
  stopPasskeyAutofill()
  const { error } = await supabase.auth.signInWithPasskey({
    options: { captchaToken: form.get('captchaToken')?.toString() },
  })
  return error ? respondWith({ rejection: rejectForm(describeDeviceError(error), form) }) : SIGNED_IN
}

/** Verifies a security key or this device as the second factor. Runs in browsers only. */
export const touchSecondFactor: LoginAction = async (supabase, form) => {
  const parsed = parseForm(FactorForm, form)
  if (!parsed.accepted) return respondWith({ rejection: parsed.rejection })
  stopPasskeyAutofill()
  const { error } = await supabase.auth.mfa.webauthn.authenticate({ factorId: parsed.value.factorId })
  if (error && isSessionEnded(error)) return endSession(supabase)
  return error ? respondWith({ rejection: rejectForm(describeDeviceError(error), form) }) : SIGNED_IN
}

/** Signs in with a wallet of this browser, which signs a message that contains this site. Runs in browsers only. */
export const signInByWallet: LoginAction = async (supabase, form, siteUrl) => {
  const parsed = parseForm(WalletForm, form)
  if (!parsed.accepted) return respondWith({ rejection: rejectForm('This site does not support that wallet.', form) })
  const { chain, captchaToken, invitation } = parsed.value
  const request = {
    statement: `Sign in to ${getSiteName()}.`,
    options: { url: toReturnUrl(siteUrl, invitation), captchaToken },
  }
  try {
    const { error } = await supabase.auth.signInWithWeb3(
      chain === 'ethereum' ? { ...request, chain } : { ...request, chain },
    )
    return error ? respondWith({ rejection: rejectForm(describeAuthError(error), form) }) : SIGNED_IN
  } catch {
    // The client rethrows whatever the wallet has thrown.
    return respondWith({ rejection: rejectForm(CLOSED_WALLET, form) })
  }
}
