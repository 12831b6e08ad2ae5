import { createHash } from 'node:crypto'
import { toNetwork } from '../../../http/connections/network.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { hasKnownNetwork, hasSessionFrom, upsertKnownNetwork } from '../../tables/known-networks.ts'
import { consumeToken, deleteRateLimitBucket } from '../../tables/rate-limits.ts'
import { clearFailedAttempts, isAttemptAllowed } from './failed-attempts.ts'

const FROM_NETWORK = 'password_from'
const ON_DEVICE = 'password_on'
/** Maximum failed passwords per hour for one login: from one network, or from one device that has signed in before. */
const ATTEMPTS = 20
const HOUR_SECONDS = 3_600
const LIMIT = { burst: ATTEMPTS, refillPerSecond: ATTEMPTS / HOUR_SECONDS }

/**
 * Counts a failed password for a login. A device that has signed in before has its own attempts. Too many from one
 * network lock out the other devices of that network only. After too many from all networks, returns `proof-of-work`
 * for those that never signed in to the account. An attacker therefore cannot lock out the member. Call it before
 * looking up the account, so that it does not reveal whether the account exists.
 */
export async function countPasswordAttempt(
  dependencies: AuthDependencies,
  login: string,
  deviceId: string | undefined,
): Promise<'allowed' | 'proof-of-work'> {
  const { sql, now } = dependencies
  if (deviceId !== undefined) {
    const isAllowed = await consumeToken(sql, { limiter: ON_DEVICE, ...LIMIT, key: hash(deviceId, login) }, now())
    if (isAllowed) return 'allowed'
  }
  const key = toKey(dependencies, login)
  if (key && !(await consumeToken(sql, { limiter: FROM_NETWORK, ...LIMIT, key }, now())))
    throw errors.overRequestRate(1 / LIMIT.refillPerSecond)
  if (await isAttemptAllowed(dependencies, 'password', login)) return 'allowed'
  return (await isKnown(dependencies, login)) ? 'allowed' : 'proof-of-work'
}

/** Resets the counts after the correct password, and remembers the network. */
export async function recordPasswordSuccess(
  dependencies: AuthDependencies,
  login: string,
  deviceId: string | undefined,
): Promise<void> {
  await clearFailedAttempts(dependencies, 'password', login)
  if (deviceId !== undefined) await deleteRateLimitBucket(dependencies.sql, ON_DEVICE, hash(deviceId, login))
  const key = toKey(dependencies, login)
  if (key === undefined) return
  await deleteRateLimitBucket(dependencies.sql, FROM_NETWORK, key)
  await upsertKnownNetwork(dependencies.sql, key, dependencies.now())
}

async function isKnown(dependencies: AuthDependencies, login: string): Promise<boolean> {
  const { sql, client } = dependencies
  const key = toKey(dependencies, login)
  if (key === undefined || client.ip === null) return false
  return (await hasKnownNetwork(sql, key)) || hasSessionFrom(sql, login, toNetwork(client.ip))
}

/** Returns undefined when the address is unknown. */
function toKey({ client }: AuthDependencies, login: string): string | undefined {
  return client.ip === null ? undefined : hash(toNetwork(client.ip), login)
}

/** Returns a hash, because logins of people without an account must not be stored. */
function hash(origin: string, login: string): string {
  return createHash('sha256').update(`${origin} ${login}`).digest('hex')
}
