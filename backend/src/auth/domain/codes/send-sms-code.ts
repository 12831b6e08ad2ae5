import { errors } from '../../errors.ts'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import type { SmsChannel } from '../../kernel/values/phone.ts'
import { setToken } from '../../tables/one-time-tokens.ts'
import { countSentMessage, getSendWaitSeconds } from '../../tables/rate-limits.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { lockUser, updateUser } from '../../tables/users.ts'
import { createMessageId, findTestCode, queueSms, renderSms } from '../delivery/queue-sms.ts'
import { createCode, hashCode } from './one-time-code.ts'

/** The occasions on which a code is sent to a phone. */
export type SmsKind = 'sms' | 'phone_change' | 'reauthentication'

const KINDS = {
  sms: { tokenType: 'confirmation_token', sentAt: 'confirmation_sent_at' },
  phone_change: { tokenType: 'phone_change_token', sentAt: 'phone_change_sent_at' },
  reauthentication: { tokenType: 'reauthentication_token', sentAt: 'reauthentication_sent_at' },
} as const satisfies Record<SmsKind, object>

interface SmsCodeRequest {
  user: UserRow
  kind: SmsKind
  phone: string
  channel?: SmsChannel
  /** The caller has already limited the frequency of requests for this number. */
  isPaced?: boolean
}

/**
 * Creates a code and queues the SMS with it. Returns the message id for the client. Throws when the last message is too
 * recent or the service has sent too many; the transaction must then be rolled back.
 */
export async function sendSmsCode(
  dependencies: AuthDependencies,
  sql: Statements,
  { user, kind, phone, channel = 'sms', isPaced = false }: SmsCodeRequest,
): Promise<string | undefined> {
  const { tokenType, sentAt } = KINDS[kind]
  const { settings } = dependencies
  const now = dependencies.now()
  // Locked and read again, so that only one of several concurrent requests may send.
  const locked = await lockUser(sql, user.id)
  if (!isPaced || settings.revealsAccounts)
    requireSmsFrequency(dependencies, locked?.[sentAt], settings.smsMaxFrequencyMs)
  await requireSmsRate(dependencies, sql)
  const code = findTestCode(dependencies, phone) ?? createCode(settings.smsOtpLength)
  await setToken(sql, {
    userId: user.id,
    type: tokenType,
    hash: hashCode(dependencies, phone, code),
    relatesTo: phone,
    now,
  })
  await updateUser(sql, user.id, { [sentAt]: now }, now)
  const text = renderSms(settings.smsTemplate, code)
  const lifetimeMs = settings.smsOtpExpiryMs
  return queueSms(dependencies, sql, { userId: user.id, phone, code, text, channel, lifetimeMs })
}

/** Throws when the last message is too recent (auth 6.7). */
export function requireSmsFrequency(
  { now }: AuthDependencies,
  sentAt: Date | null | undefined,
  frequencyMs: number,
): void {
  if (!sentAt) return
  const waitMs = sentAt.getTime() + frequencyMs - now().getTime()
  if (waitMs > 0) throw errors.tooSoonForSms(Math.ceil(waitMs / 1_000))
}

/**
 * Updates the same counters for an unknown number as sending a code does (see `skipEmailCode`). Returns the message id
 * for the client.
 */
export async function skipSmsCode(dependencies: AuthDependencies, phone: string): Promise<string | undefined> {
  if (dependencies.settings.revealsAccounts) return undefined
  await requireSmsRate(dependencies, dependencies.sql)
  return createMessageId(dependencies, phone)
}

/** Throws when the service-wide limit of messages is reached (auth 6.7). */
export async function requireSmsRate({ settings, now }: AuthDependencies, sql: Statements): Promise<void> {
  if (settings.smsAutoconfirm) return
  const rate = settings.rateLimitSmsSent
  if (!(await countSentMessage(sql, 'sms_sent', rate, now()))) throw errors.overSmsRate(getSendWaitSeconds(rate, now()))
}
