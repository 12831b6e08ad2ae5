import { createHash } from 'node:crypto'
import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { consumeToken, deleteRateLimitBucket } from '../../tables/rate-limits.ts'

/** The limits of attempts per hour. */
const LIMITS = {
  /** Safe for six digits: the chance is about 1 in 2,000 within the day that a code is valid. */
  code: { limiter: 'guess', attempts: 20 },
  /**
   * NIST SP 800-63B §3.2.2 allows a hundred. Higher than for codes, because using up the limit locks out networks that
   * never signed in to the account.
   */
  password: { limiter: 'password', attempts: 100 },
} as const

type Secret = keyof typeof LIMITS
const HOUR_SECONDS = 3_600

/**
 * Counts an attempt at a code or password for an address, from any client: limits per client do not stop attackers with
 * many addresses. Call it before any look-up, so that concurrent attempts count too and nothing reveals whether an
 * account exists. Throws when there were too many.
 */
export async function countAttempt(dependencies: AuthDependencies, secret: Secret, address: string): Promise<void> {
  if (!(await isAttemptAllowed(dependencies, secret, address)))
    throw errors.overRequestRate(HOUR_SECONDS / LIMITS[secret].attempts)
}

/** Like {@link countAttempt}, but returns false when there were too many. */
export async function isAttemptAllowed(
  { sql, now }: AuthDependencies,
  secret: Secret,
  address: string,
): Promise<boolean> {
  const { limiter, attempts } = LIMITS[secret]
  const bucket = { limiter, key: toKey(address), burst: attempts, refillPerSecond: attempts / HOUR_SECONDS }
  return consumeToken(sql, bucket, now())
}

/** Resets the count after a correct code or password. */
export async function clearFailedAttempts(
  dependencies: AuthDependencies,
  secret: Secret,
  address: string,
): Promise<void> {
  await deleteRateLimitBucket(dependencies.sql, LIMITS[secret].limiter, toKey(address))
}

/** Returns a hash, because addresses of people without an account must not be stored. */
function toKey(address: string): string {
  return createHash('sha256').update(address).digest('hex')
}
