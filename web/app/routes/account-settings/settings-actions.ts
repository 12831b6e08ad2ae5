import type { Supabase } from '#app/lib/supabase.ts'
import type { ActionResult, SettingsAction, SettingsResponse } from './action-result.ts'
import { cancelDeletion, requestDeletion, signInAgain } from './delete-account/deletion-actions.ts'
import { cancelEmail, changeEmail, confirmEmail, resendEmail } from './email-and-phone/email-actions.ts'
import { cancelPhone, changePhone, confirmPhone, removePhone, resendPhone } from './email-and-phone/phone-actions.ts'
import { deleteExport, startExport } from './export/export-actions.ts'
import { linkAccount, unlinkAccount } from './linked-accounts/linked-account-actions.ts'
import { saveNotifications, stopMails } from './notifications/notification-actions.ts'
import { addPasskey, removePasskey, renamePasskey } from './passkeys/passkey-actions.ts'
import { changePassword, resendNonce } from './password/password-actions.ts'
import { changeProfileVisibility, unblock } from './people/people-actions.ts'
import { endSession, signOutElsewhere } from './sessions/session-actions.ts'
import { createToken, revokeToken } from './tokens/token-actions.ts'
import {
  addKey,
  addPhoneFactor,
  addTotp,
  confirmFactor,
  removeFactor,
  resendFactorCode,
} from './two-factor/factor-actions.ts'

/**
 * The forms that change the account. They run in the tab's own client, so that other tabs are notified, or on the
 * server.
 */
const steps: Record<string, SettingsAction> = {
  email: changeEmail,
  'email-code': confirmEmail,
  'email-again': resendEmail,
  'email-cancel': cancelEmail,
  phone: changePhone,
  'phone-code': confirmPhone,
  'phone-again': resendPhone,
  'phone-cancel': cancelPhone,
  'remove-phone': removePhone,
  password: changePassword,
  'password-code-again': resendNonce,
  'add-totp': addTotp,
  'add-phone': addPhoneFactor,
  'add-key': addKey,
  'confirm-factor': confirmFactor,
  'factor-code-again': resendFactorCode,
  'remove-factor': removeFactor,
  'add-passkey': addPasskey,
  'rename-passkey': renamePasskey,
  'remove-passkey': removePasskey,
  'end-session': endSession,
  'sign-out-elsewhere': signOutElsewhere,
  link: linkAccount,
  unlink: unlinkAccount,
  'create-token': createToken,
  'revoke-token': revokeToken,
  'profile-visibility': changeProfileVisibility,
  unblock,
  notifications: saveNotifications,
  'stop-mails': stopMails,
  'start-export': startExport,
  'delete-export': deleteExport,
  'delete-account': requestDeletion,
  'keep-account': cancelDeletion,
  'sign-in-again': signInAgain,
}

/** The result of a settings form, with its intent and step. */
export type SettingsResult =
  | Exclude<ActionResult, { kind: 'response' }>
  | { kind: 'response'; response: SettingsResponse }

/** Runs the form that changes the account. Returns undefined for any other form. */
export async function runSettingsAction(
  supabase: Supabase,
  form: FormData,
  siteUrl: string,
): Promise<SettingsResult | undefined> {
  const intent = String(form.get('intent'))
  const run = Object.hasOwn(steps, intent) ? steps[intent] : undefined
  if (!run) return undefined
  const end = await run(supabase, form, siteUrl)
  if (end.kind !== 'response') return end
  const step = end.response.done === undefined ? form.get('step')?.toString() : undefined
  return { kind: 'response', response: { intent, step, ...end.response } }
}
