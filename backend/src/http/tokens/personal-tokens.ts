import { createHash } from 'node:crypto'
import { AppError } from '../app-error.ts'
import type { Caller, PersonalTokens } from './caller.ts'
import { READER_ID, type TokenScope } from './token-scopes.ts'

/** The prefix, 30 random characters, and the first six digits of the SHA-256 of both. */
const SHAPE = /^(hab_[a-z2-9]{30})([0-9a-f]{6})$/
/** The longest time that a service still accepts a revoked token if the database's notification does not reach it. */
const CACHE_MS = 10_000
const MAX_CACHED = 10_000
/** The requests of one token per minute and process. */
export const PERSONAL_TOKEN_REQUESTS_PER_MINUTE = 600
const MINUTE_MS = 60_000

/** A valid personal access token, as the database stores it. */
export interface PersonalToken {
  id: string
  userId: string
  scopes: TokenScope[]
  expiresAt: Date
}

interface CachedToken {
  found: Promise<PersonalToken | undefined>
  readAt: number
}

/** Caches tokens by their hash for some seconds. `find` reads a token by its SHA-256 and records its use. */
export function createPersonalTokens(
  find: (hash: Buffer) => Promise<PersonalToken | undefined>,
  now: () => number = Date.now,
): PersonalTokens {
  const cache = new Map<string, CachedToken>()
  const meters = new Map<string, { count: number; endsAt: number }>()
  const read = (hash: Buffer): Promise<PersonalToken | undefined> => {
    const key = hash.toString('base64url')
    const known = cache.get(key)
    if (known && now() - known.readAt < CACHE_MS) return known.found
    cache.delete(key)
    const entry = { found: find(hash), readAt: now() }
    cache.set(key, entry)
    entry.found.catch(() => cache.delete(key))
    trim(cache)
    return entry.found
  }
  const count = ({ id }: PersonalToken) => {
    const meter = meters.get(id)
    const current = meter && meter.endsAt > now() ? meter : { count: 0, endsAt: now() + MINUTE_MS }
    current.count += 1
    meters.delete(id)
    meters.set(id, current)
    trim(meters)
    if (current.count > PERSONAL_TOKEN_REQUESTS_PER_MINUTE) throw tokenBusy()
  }
  return {
    async authenticate(text) {
      const [, body, checksum] = SHAPE.exec(text) ?? []
      if (body === undefined || digest(body).toString('hex', 0, 3) !== checksum) throw tokenInvalid()
      const token = await read(digest(text))
      if (!token || token.expiresAt.getTime() <= now()) throw tokenInvalid()
      count(token)
      return toCaller(token)
    },
    clear: () => cache.clear(),
  }
}

/** The tokens of an installation that has none, for services that run without the product's database. */
export const NO_PERSONAL_TOKENS = createPersonalTokens(async () => undefined)

/**
 * Like the token of a connected app, it carries `client_id` and no role of a moderator, so it never has more rights
 * than an ordinary member. Without a session id it cannot manage sessions, tokens or the account.
 */
function toCaller({ id, userId, scopes, expiresAt }: PersonalToken): Caller {
  const claims = {
    sub: scopes.includes('own') ? userId : READER_ID,
    role: 'authenticated',
    aud: 'authenticated',
    client_id: id,
    scope: scopes.join(' '),
    exp: Math.floor(expiresAt.getTime() / 1000),
  }
  return { role: 'authenticated', claims, scoped: { memberId: userId, mayWrite: scopes.includes('write') } }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Removes the oldest entry of a map that is too large. */
function trim(map: Map<string, unknown>): void {
  const [oldest] = map.keys()
  if (map.size > MAX_CACHED && oldest !== undefined) map.delete(oldest)
}

const tokenInvalid = () =>
  new AppError(401, 'invalid_token', 'This personal access token is not valid. It may have expired or been revoked.')

const tokenBusy = () =>
  new AppError(
    429,
    'token_busy',
    `This token has made ${PERSONAL_TOKEN_REQUESTS_PER_MINUTE} requests within a minute. Try again in a minute.`,
    { retryAfterSeconds: MINUTE_MS / 1000 },
  )
