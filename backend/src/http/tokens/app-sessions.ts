import { errors as joseErrors } from 'jose'
import type { Claims, Tokens } from './tokens.ts'

/** The longest time that the token of an ended session is still accepted if the database's notification is lost. */
const CACHE_MS = 5_000
const MAX_CACHED = 10_000

/** A session that a member granted to a connected app. */
export interface AppSession {
  sessionId: string
  clientId: string
}

/** The sessions of connected apps that still exist. */
export interface AppSessions {
  /** Returns false when the member has disconnected the app, or the app was deleted. */
  isLive(session: AppSession): Promise<boolean>
  /** Clears the cache, so that the next request of each session queries the database. */
  clear(): void
}

/** Caches the existence of sessions for some seconds. `find` queries the database. */
export function createAppSessions(
  find: (session: AppSession) => Promise<boolean>,
  now: () => number = Date.now,
): AppSessions {
  const cache = new Map<string, { found: Promise<boolean>; readAt: number }>()
  return {
    isLive: (session) => {
      const key = `${session.clientId} ${session.sessionId}`
      const known = cache.get(key)
      if (known && now() - known.readAt < CACHE_MS) return known.found
      cache.delete(key)
      const found = find(session)
      cache.set(key, { found, readAt: now() })
      found.catch(() => cache.delete(key))
      const [oldest] = cache.keys()
      if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
      return found
    },
    clear: () => cache.clear(),
  }
}

/** Returns true for the claims of a connected app, whose token ends with its session. Do not cache such claims. */
export function isOfApp(claims: Claims): boolean {
  return claims.client_id !== undefined
}

/**
 * The session of an app could not be looked up. A kind of {@link joseErrors.JWTExpired}, because most services reject
 * such a token like an expired one.
 */
export class SessionUnknownError extends joseErrors.JWTExpired {}

/**
 * Rejects tokens of connected apps whose session has ended, with the error for expired tokens: apps then try to
 * refresh, which fails for a disconnected app. While the database does not respond, all apps are rejected.
 */
export function endAppsWithSession(tokens: Tokens, sessions: AppSessions, now: () => number = Date.now): Tokens {
  return {
    ...tokens,
    async verify(token) {
      const claims = await tokens.verify(token)
      if (!isOfApp(claims)) return claims
      const session = { sessionId: String(claims.session_id), clientId: String(claims.client_id) }
      const expired = { ...claims, exp: Math.floor(now() / 1000) }
      const isLive = await sessions.isLive(session).catch(() => {
        throw new SessionUnknownError('The session of the app is unknown.', expired, 'exp', 'check_failed')
      })
      if (isLive) return claims
      throw new joseErrors.JWTExpired('The session of the app has ended.', expired, 'exp', 'check_failed')
    },
  }
}
