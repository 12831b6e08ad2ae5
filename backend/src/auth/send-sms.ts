import type { AuthParts } from './context.ts'
import { errors } from './errors.ts'
import { createCode, hashCode } from './rules/one-time-code.ts'
import { takeSending } from './send-rate.ts'
import { setToken } from './tables/one-time-tokens.ts'
import { createOutboxSms } from './tables/outbox.ts'
import type { Statements } from './tables/statements.ts'
import { lockUser, type UserRow, updateUser } from './tables/users.ts'

/** The occasions on which a code is sent to a phone. */
export type SmsKind = 'sms' | 'phone_change' | 'reauthentication'

const KINDS = {
  sms: { tokenType: 'confirmation_token', sentAt: 'confirmation_sent_at' },
  phone_change: { tokenType: 'phone_change_token', sentAt: 'phone_change_sent_at' },
  reauthentication: { tokenType: 'reauthentication_token', sentAt: 'reauthentication_sent_at' },
} as const satisfies Record<SmsKind, object>

/** Makes a code and sends it to a phone. Throws when one was sent a moment ago, or too many were sent at all. */
export async function sendSms(
  parts: AuthParts,
  sql: Statements,
  { user, kind, phone }: { user: UserRow; kind: SmsKind; phone: string },
): Promise<void> {
  const { tokenType, sentAt } = KINDS[kind]
  const { settings, log } = parts
  const now = parts.now()
  // Locked and read again: of many requests at the same moment one may send.
  requireFrequency(parts, (await lockUser(sql, user.id))?.[sentAt])
  if (!settings.smsAutoconfirm && !(await takeSending(sql, 'sms_sent', settings.rateLimitSmsSent, now))) {
    throw errors.overSmsRate()
  }
  const code = createCode(settings.smsOtpLength)
  await setToken(sql, { userId: user.id, type: tokenType, hash: hashCode(phone, code), relatesTo: phone, now })
  await updateUser(sql, user.id, { [sentAt]: now }, now)
  await createOutboxSms(sql, phone, settings.smsTemplate.replace(/\{\{\s*\.Code\s*\}\}/g, code), now)
  log.info('SMS kept in the outbox', { recipient: phone })
}

function requireFrequency({ settings, now }: AuthParts, sentAt: Date | null | undefined): void {
  if (!sentAt) return
  const waitMs = sentAt.getTime() + settings.smsMaxFrequencyMs - now().getTime()
  if (waitMs > 0) throw errors.tooSoonForSms(Math.ceil(waitMs / 1_000))
}
