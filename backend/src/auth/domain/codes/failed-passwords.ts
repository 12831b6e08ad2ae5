import { createHash } from 'node:crypto'
import { toNetwork } from '../../../http/network.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies } from '../../kernel/dependencies.ts'
import { hasKnownNetwork, hasSessionFrom, upsertKnownNetwork } from '../../tables/known-networks.ts'
import { consumeToken, deleteBucket } from '../../tables/rate-limits.ts'
import { clearFailedAttempts, isAttemptAllowed } from './failed-attempts.ts'

const FROM_NETWORK = 'password_from'
/** Failed passwords per hour for one login from one network. */
const ATTEMPTS_FROM_NETWORK = 20
const HOUR_SECONDS = 3_600

/**
 * Counts a failed password for a login. Too many from one network lock out that network only. Too many from all
 * networks lock out those that never signed in to the account, unless captchas are on: then each attempt had to solve
 * one. An attacker therefore cannot lock out the member. Call it before looking up the account, so that it does not
 * reveal whether the account exists.
 */
export async function countPasswordAttempt(dependencies: AuthDependencies, login: string): Promise<void> {
  const key = toKey(dependencies, login)
  const bucket = {
    limiter: FROM_NETWORK,
    burst: ATTEMPTS_FROM_NETWORK,
    refillPerSecond: ATTEMPTS_FROM_NETWORK / HOUR_SECONDS,
  }
  if (key && !(await consumeToken(dependencies.sql, { ...bucket, key }, dependencies.now())))
    throw errors.overRequestRate()
  if (await isAttemptAllowed(dependencies, 'password', login)) return
  if (!dependencies.settings.captchaEnabled && !(await isKnown(dependencies, login))) throw errors.overRequestRate()
}

/** Resets the counts after the correct password, and remembers the network. */
export async function recordPasswordSuccess(dependencies: AuthDependencies, login: string): Promise<void> {
  await clearFailedAttempts(dependencies, 'password', login)
  const key = toKey(dependencies, login)
  if (key === undefined) return
  await deleteBucket(dependencies.sql, FROM_NETWORK, key)
  await upsertKnownNetwork(dependencies.sql, key, dependencies.now())
}

async function isKnown(dependencies: AuthDependencies, login: string): Promise<boolean> {
  const { sql, client } = dependencies
  const key = toKey(dependencies, login)
  if (key === undefined || client.ip === null) return false
  return (await hasKnownNetwork(sql, key)) || hasSessionFrom(sql, login, toNetwork(client.ip))
}

/** Hashed, because logins of people without an account must not be stored. Undefined when the address is unknown. */
function toKey({ client }: AuthDependencies, login: string): string | undefined {
  return client.ip === null
    ? undefined
    : createHash('sha256')
        .update(`${toNetwork(client.ip)} ${login}`)
        .digest('hex')
}
