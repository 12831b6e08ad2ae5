import type { AuthDependencies, HookMail, Statements } from '../../kernel/dependencies.ts'
import { getUser } from '../accounts/get-user.ts'
import { toUserJson } from '../accounts/user-json.ts'
import { callHook } from '../hooks/call-hook.ts'
import type { MailKind } from './messages.ts'

/**
 * Sends a code through the hook `send_sms` instead of a provider. Call it when `hasHook(dependencies, 'send-sms')`.
 * `smsType` is the occasion, such as `mfa`. Throws the hook's error.
 */
export async function sendSmsByHook(
  dependencies: Pick<AuthDependencies, 'settings' | 'now' | 'client'>,
  sql: Statements,
  { userId, phone, otp, smsType }: { userId: string; phone: string; otp: string; smsType?: string },
): Promise<void> {
  const user = toUserJson(await getUser(sql, userId))
  await callHook(dependencies, sql, 'send-sms', {
    user,
    sms: { otp, phone, ...(smsType ? { sms_type: smsType } : {}) },
  })
}

/** A code to be emailed. */
interface CodeLetter {
  kind: MailKind
  code: string
  hash: string
}

/**
 * Composes the input of the hook `send_email` with the codes of one occasion. A secure change of address has two codes.
 *
 * With two codes, `token` and `token_hash_new` belong to the current address, `token_new` and `token_hash` to the new
 * one. This is confusing, but existing hooks rely on upstream's names.
 */
export async function composeHookMail(
  dependencies: AuthDependencies,
  sql: Statements,
  { userId, redirectTo, letters }: { userId: string; redirectTo: string; letters: CodeLetter[] },
): Promise<HookMail['input']> {
  const user = toUserJson(await getUser(sql, userId))
  const [first, second] = letters
  const kind = first?.kind ?? 'signup'
  const emailData = {
    token: first?.code ?? '',
    token_hash: second?.hash ?? first?.hash ?? '',
    token_new: second?.code ?? '',
    token_hash_new: second ? (first?.hash ?? '') : '',
    redirect_to: redirectTo,
    email_action_type: kind.startsWith('email_change') ? 'email_change' : kind,
    site_url: dependencies.settings.externalUrl,
  }
  return { user, email_data: emailData }
}
