import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { createOutboxSms } from '../../tables/outbox.ts'
import { hasHook } from '../hooks/call-hook.ts'
import { sendSmsByHook } from './send-by-hook.ts'
import { sendOverNetwork } from './send-sms-by-provider.ts'
import type { SmsMessage } from './sms-providers.ts'

/** A code on its way to the phone of an account. */
interface SmsToAccount extends SmsMessage {
  userId: string
  /** The occasion, for the hook `send_sms`. */
  smsType?: string
}

/**
 * Sends a code to a phone by the hook or the provider of the settings, or keeps it in the outbox when there is neither. Gives the provider's id of the message, undefined
 * when there is none. Every code that goes to a phone passes here.
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

/** The text of a message from its template. */
export function renderSms(template: string, code: string): string {
  return template.replace(/\{\{\s*\.Code\s*\}\}/g, code)
}

/** The fixed code of a number that the operator set aside for tests; such a number gets no SMS. Contract §6.3. */
export function findTestCode(
  { settings, now }: Pick<AuthDependencies, 'settings' | 'now'>,
  phone: string,
): string | undefined {
  const { smsTestCodes, smsTestCodesUntil } = settings
  if (smsTestCodesUntil && smsTestCodesUntil < now()) return undefined
  return smsTestCodes.get(phone)
}
