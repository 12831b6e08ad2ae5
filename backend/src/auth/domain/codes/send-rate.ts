import type { Statements } from '../../kernel/statements.ts'
import type { SendRate } from '../../settings/setting.ts'
import { takeOfHour, takeToken } from '../../tables/rate-limits.ts'

/** Counts a message that the whole service sends. False when there were too many. Contract §6.7. */
export async function takeSending(
  sql: Statements,
  limiter: 'email_sent' | 'sms_sent',
  { count, perMs }: SendRate,
  now: Date,
): Promise<boolean> {
  if (perMs === undefined) return takeOfHour(sql, limiter, count, now)
  return takeToken(sql, { limiter, key: 'all', burst: count, refillPerSecond: (count / perMs) * 1_000 }, now)
}
