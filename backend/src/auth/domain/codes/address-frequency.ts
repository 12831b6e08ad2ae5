import { createHash } from 'node:crypto'
import { AppError } from '../../../http/app-error.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { consumeToken } from '../../tables/rate-limits.ts'
import { requireMailRate } from './send-email-code.ts'

/**
 * Throws when a recovery was requested for an address too recently. Call it before the look-up of the account:
 * unlike the limit per account, it applies to unknown addresses alike (auth 6.5).
 */
export async function requireAddressFrequency(
  { sql, settings, now }: AuthDependencies,
  address: string,
): Promise<void> {
  const { smtpMaxFrequencyMs: frequencyMs } = settings
  if (frequencyMs === 0) return
  const key = createHash('sha256').update(address).digest('hex')
  const bucket = { limiter: 'mail_recovery', key, burst: 1, refillPerSecond: 1_000 / frequencyMs }
  if (!(await consumeToken(sql, bucket, now()))) throw errors.tooSoonForMail(Math.ceil(frequencyMs / 1_000))
}

/** Does what a mail to an account would have counted, so that the limits do not reveal unknown addresses. */
export async function countMailToNobody(dependencies: AuthDependencies): Promise<void> {
  await requireMailRate(dependencies, dependencies.sql)
}

/**
 * Ignores that the account got a mail of this kind too recently, after {@link requireAddressFrequency} has passed: the
 * error would reveal the account.
 */
export async function unlessMailedRecently(sending: Promise<void>): Promise<void> {
  await sending.catch((error: unknown) => {
    const isTooSoon = error instanceof AppError && error.message.startsWith('For security purposes')
    if (!isTooSoon) throw error
  })
}
