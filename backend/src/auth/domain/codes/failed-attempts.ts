import { createHash } from 'node:crypto'
import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { consumeToken, deleteBucket } from '../../tables/rate-limits.ts'

/** What is guessed, and how often an hour. */
const LIMITS = {
  /** Six digits withstand this: about 1 in 2,000 in the day that a code lives. */
  code: { limiter: 'guess', guesses: 20 },
  /** NIST SP 800-63B §3.2.2 allows a hundred. More than of codes, since whoever uses them up keeps the member out for a while. */
  password: { limiter: 'password', guesses: 100 },
} as const

type Guessed = keyof typeof LIMITS
const HOUR_SECONDS = 3_600

/**
 * Counts a try of a code or password for an address, wherever it comes from: limits by client do not stop somebody with many
 * addresses. Taken before anything is looked at, so that tries at the same moment count too, and nobody learns who has an account.
 * Throws when there were too many.
 */
export async function countAttempt(dependencies: AuthDependencies, guessed: Guessed, address: string): Promise<void> {
  const { limiter, guesses } = LIMITS[guessed]
  const bucket = { limiter, key: toKey(address), burst: guesses, refillPerSecond: guesses / HOUR_SECONDS }
  if (!(await consumeToken(dependencies.sql, bucket, dependencies.now()))) throw errors.overRequestRate()
}

/** A right one makes up for the wrong ones before it. */
export async function clearFailedAttempts(
  dependencies: AuthDependencies,
  guessed: Guessed,
  address: string,
): Promise<void> {
  await deleteBucket(dependencies.sql, LIMITS[guessed].limiter, toKey(address))
}

/** Addresses of people who have no account here are not kept. */
function toKey(address: string): string {
  return createHash('sha256').update(address).digest('hex')
}
