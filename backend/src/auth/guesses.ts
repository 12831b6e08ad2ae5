import { createHash } from 'node:crypto'
import type { AuthParts } from './context.ts'
import { errors } from './errors.ts'
import { deleteBucket, takeToken } from './tables/rate-limits.ts'

/** Six digits withstand this many guesses an hour: about 1 in 2,000 in the day that a code lives. */
const GUESSES = 20
const REFILL_PER_SECOND = GUESSES / 3_600

/**
 * Counts a try of a code for an address, wherever it comes from: limits by client do not stop somebody with many addresses.
 * Taken before the code is looked at, so that tries at the same moment count too. Throws when there were too many.
 */
export async function takeGuess(parts: AuthParts, address: string): Promise<void> {
  const bucket = { limiter: 'guess', key: toKey(address), burst: GUESSES, refillPerSecond: REFILL_PER_SECOND }
  if (!(await takeToken(parts.sql, bucket, parts.now()))) throw errors.overRequestRate()
}

/** A right code makes up for the wrong ones before it. */
export async function forgiveGuesses(parts: AuthParts, address: string): Promise<void> {
  await deleteBucket(parts.sql, 'guess', toKey(address))
}

/** Addresses of people who have no account here are not kept. */
function toKey(address: string): string {
  return createHash('sha256').update(address).digest('hex')
}
