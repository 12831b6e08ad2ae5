import { createHash } from 'node:crypto'
import { AppError } from '../../../http/app-error.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { consumeToken, deleteRateLimitBucket } from '../../tables/rate-limits.ts'

/** The requests that send a code to an address which the client names. */
type Occasion = 'signup' | 'sign_in' | 'recovery' | 'change'

/**
 * Throws when a code was requested for an email address or phone number too recently (auth 6.7). Call it before the
 * look-up of the account: it counts requests, not messages, so it applies to unknown addresses too. A request that
 * fails does not count. Where accounts may be revealed, messages to an account are counted instead.
 */
export async function requireAddressFrequency(
  { sql, settings, now, onFailure }: AuthDependencies,
  { occasion, email = '', phone = '' }: { occasion: Occasion; email?: string; phone?: string },
): Promise<void> {
  const frequencyMs = phone ? settings.smsMaxFrequencyMs : settings.smtpMaxFrequencyMs
  if (frequencyMs === 0 || settings.revealsAccounts) return
  // Hashed, because addresses of people without an account must not be stored.
  const key = createHash('sha256')
    .update(phone || email)
    .digest('hex')
  const bucket = { limiter: `code_${occasion}`, key, burst: 1, refillPerSecond: 1_000 / frequencyMs }
  if (await consumeToken(sql, bucket, now())) return onFailure(() => deleteRateLimitBucket(sql, bucket.limiter, key))
  const seconds = Math.ceil(frequencyMs / 1_000)
  throw phone ? errors.tooSoonForSms(seconds) : errors.tooSoonForMail(seconds)
}

/**
 * Awaits a sending and ignores the error for a code that follows another one too soon. The error would reveal that the
 * account exists.
 */
export async function unlessSentRecently({ settings }: AuthDependencies, sending: Promise<unknown>): Promise<void> {
  await sending.catch((error: unknown) => {
    if (settings.revealsAccounts || !(error instanceof AppError && error.message.startsWith('For security purposes')))
      throw error
  })
}
