import type { Statements } from '../kernel/dependencies.ts'
import type { SendRate } from '../settings/setting.ts'

const HOUR_SECONDS = 3_600
const LONGEST_SECONDS = 30 * 24 * HOUR_SECONDS
/** For buckets that do not refill, such as those of captcha tasks, which are valid for an hour at most. */
const UNFILLED_SECONDS = 2 * HOUR_SECONDS

/** A token bucket with `burst` tokens that gains `refillPerSecond`. */
export interface Bucket {
  limiter: string
  key: string
  burst: number
  refillPerSecond: number
}

/** Takes one token, across all processes on this database. Returns false when the bucket is empty. */
export async function consumeToken(sql: Statements, bucket: Bucket, now: Date): Promise<boolean> {
  if (bucket.burst < 1) return false
  const rows = await sql`
    insert into auth.rate_limits as r (limiter, key, tokens, refilled_at, full_at)
    values (${bucket.limiter}, ${bucket.key}, ${bucket.burst - 1}, ${now}, ${getFullAt(bucket, now)})
    on conflict (limiter, key) do update
    set tokens = ${refilled(sql, bucket, now)} - 1, refilled_at = greatest(r.refilled_at, excluded.refilled_at),
        full_at = greatest(r.full_at, excluded.full_at)
    where ${refilled(sql, bucket, now)} >= 1
    returning tokens`
  return rows.length > 0
}

/** Returns a time at which the bucket is full in any case, even if it is empty now. */
function getFullAt({ burst, refillPerSecond }: Bucket, now: Date): Date {
  const seconds = refillPerSecond > 0 ? Math.min(burst / refillPerSecond, LONGEST_SECONDS) : UNFILLED_SECONDS
  return new Date(now.getTime() + seconds * 1_000)
}

/** Counts within a fixed hour. Returns false when `limit` is reached. */
export async function countWithinHour(sql: Statements, limiter: string, limit: number, now: Date): Promise<boolean> {
  if (limit < 1) return false
  const hour = new Date(now)
  hour.setUTCMinutes(0, 0, 0)
  const rows = await sql`
    insert into auth.rate_limits as r (limiter, key, tokens, refilled_at) values (${limiter}, 'hour', ${limit - 1}, ${hour})
    on conflict (limiter, key) do update
    set tokens = case when r.refilled_at < excluded.refilled_at then ${limit}::float8 else r.tokens end - 1,
        refilled_at = excluded.refilled_at, full_at = excluded.full_at
    where r.refilled_at < excluded.refilled_at or r.tokens >= 1
    returning tokens`
  return rows.length > 0
}

/** Counts a message of the whole service. Returns false when there were too many (auth 6.7). */
export async function countSentMessage(
  sql: Statements,
  limiter: 'email_sent' | 'sms_sent',
  { count, perMs }: SendRate,
  now: Date,
): Promise<boolean> {
  if (perMs === undefined) return countWithinHour(sql, limiter, count, now)
  return consumeToken(sql, { limiter, key: 'all', burst: count, refillPerSecond: (count / perMs) * 1_000 }, now)
}

/** Returns the time until the limit of {@link countSentMessage} allows another message; infinite if it allows none. */
export function getSendWaitSeconds({ count, perMs }: SendRate, now: Date): number {
  if (count < 1) return Number.POSITIVE_INFINITY
  return perMs === undefined ? HOUR_SECONDS - ((now.getTime() / 1_000) % HOUR_SECONDS) : perMs / count / 1_000
}

const refilled = (sql: Statements, { burst, refillPerSecond }: Bucket, now: Date) => sql.fragment`
  least(${burst}::float8,
    r.tokens + greatest(0, extract(epoch from ${now}::timestamptz - r.refilled_at)) * ${refillPerSecond}::float8)`

export async function deleteRateLimitBucket(sql: Statements, limiter: string, key: string): Promise<void> {
  await sql`delete from auth.rate_limits where limiter = ${limiter} and key = ${key}`
}
