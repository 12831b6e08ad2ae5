import type { AuthParts } from '../../kernel/dependencies.ts'
import type { Statements } from '../../kernel/statements.ts'
import { createOutboxSms } from '../../tables/outbox.ts'
import { hasHook } from '../hooks/call-hook.ts'
import { findTestCode } from './fixed-codes.ts'
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
  parts: AuthParts,
  sql: Statements,
  message: SmsToAccount,
): Promise<string | undefined> {
  const { settings } = parts
  if (findTestCode(parts, message.phone) !== undefined) return 'test-otp'
  if (hasHook(parts, 'send-sms')) {
    const { userId, phone, code: otp, smsType } = message
    await sendSmsByHook(parts, sql, { userId, phone, otp, ...(smsType ? { smsType } : {}) })
    return undefined
  }
  if (settings.smsProvider !== 'outbox')
    return (await sendOverNetwork(parts, settings.smsProvider, message)) || undefined
  await createOutboxSms(sql, message.phone, message.text, parts.now())
  return undefined
}

/** The text of a message from its template. */
export function renderSms(template: string, code: string): string {
  return template.replace(/\{\{\s*\.Code\s*\}\}/g, code)
}
