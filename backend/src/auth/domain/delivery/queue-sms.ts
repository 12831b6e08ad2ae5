import { randomUUID } from 'node:crypto'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { createOutboxSms } from '../../tables/outbox.ts'
import { createQueuedSms } from '../../tables/sms-queue.ts'
import { hasHook } from '../hooks/call-hook.ts'
import type { SmsMessage } from './sms-providers.ts'
import { isSmsSent } from './sms-sender.ts'

/** A code for the phone of an account. */
interface SmsToAccount extends SmsMessage {
  userId: string
  /** The time that the code is valid. The SMS is not sent later. */
  lifetimeMs: number
  /** The occasion, for the hook `send_sms`. */
  smsType?: string
}

/**
 * Queues an SMS within the caller's transaction, for the hook or the provider, or stores it in the outbox when there is
 * neither. It is sent after the response. Returns the message id for the client. Every SMS of this service passes
 * through here.
 */
export async function queueSms(
  dependencies: AuthDependencies,
  sql: Statements,
  { userId, phone, code, text, channel, smsType, lifetimeMs }: SmsToAccount,
): Promise<string | undefined> {
  const messageId = createMessageId(dependencies, phone)
  if (findTestCode(dependencies, phone) !== undefined) return messageId
  const now = dependencies.now()
  if (!isSmsSent(dependencies)) {
    await createOutboxSms(sql, phone, text, now)
    return messageId
  }
  const message = { phone, code, text, channel, sms_type: smsType ?? null, client_ip: dependencies.client.ip }
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  await createQueuedSms(sql, { id: messageId ?? randomUUID(), user_id: userId, ...message, expires_at: expiresAt }, now)
  dependencies.afterResponse(async () => dependencies.smsSender.deliver())
  return messageId
}

/**
 * Creates the `message_id` of a response, even for a number that gets no SMS because it has no account. Undefined when
 * no provider is set.
 */
export function createMessageId(dependencies: AuthDependencies, phone: string): string | undefined {
  if (findTestCode(dependencies, phone) !== undefined) return 'test-otp'
  if (hasHook(dependencies, 'send-sms') || dependencies.settings.smsProvider === 'outbox') return undefined
  return randomUUID()
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
