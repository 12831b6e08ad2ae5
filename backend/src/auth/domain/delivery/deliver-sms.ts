import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { createOutboxSms } from '../../tables/outbox.ts'
import { hasHook } from '../hooks/call-hook.ts'
import { sendSmsByHook } from './send-by-hook.ts'
import { sendOverNetwork } from './send-sms-by-provider.ts'
import type { SmsMessage } from './sms-providers.ts'

/** A code for the phone of an account. */
interface SmsToAccount extends SmsMessage {
  userId: string
  /** The occasion, for the hook `send_sms`. */
  smsType?: string
}

/**
 * Sends a code to a phone through the hook or the configured provider, or stores it in the outbox when there is
 * neither. Returns the provider's message id, or undefined. Every SMS of this service passes through here.
 */
export async function deliverSms(
  dependencies: AuthDependencies,
  sql: Statements,
  message: SmsToAccount,
): Promise<string | undefined> {
  const { settings } = dependencies
  if (findTestCode(dependencies, message.phone) !== undefined) return 'test-otp'
  if (hasHook(dependencies, 'send-sms')) {
    const { userId, phone, code: otp, smsType } = message
    await sendSmsByHook(dependencies, sql, { userId, phone, otp, ...(smsType ? { smsType } : {}) })
    return undefined
  }
  if (settings.smsProvider !== 'outbox')
    return (await sendOverNetwork(dependencies, settings.smsProvider, message)) || undefined
  await createOutboxSms(sql, message.phone, message.text, dependencies.now())
  return undefined
}

/** Renders the text of a message from its template. */
export function renderSms(template: string, code: string): string {
  return template.replace(/\{\{\s*\.Code\s*\}\}/g, code)
}

/** Returns the fixed code of a test number. Such numbers get no SMS (auth 6.3). */
export function findTestCode(
  { settings, now }: Pick<AuthDependencies, 'settings' | 'now'>,
  phone: string,
): string | undefined {
  const { smsTestCodes, smsTestCodesUntil } = settings
  if (smsTestCodesUntil && smsTestCodesUntil < now()) return undefined
  return smsTestCodes.get(phone)
}
