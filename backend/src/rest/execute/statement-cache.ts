/** Prepared statements stay on each connection until it ends, so the names that are made in its life are counted. */
const MAX_NAMES = 400
const MAX_SEEN = 2000
const WINDOW_MS = 30 * 60 * 1000

/** Tells which statements are worth preparing: those that come a second time, while there is room for their names. */
export interface StatementCache {
  shouldPrepare(text: string): boolean
}

export function createStatementCache(now: () => number = Date.now): StatementCache {
  const seen = new Set<string>()
  const prepared = new Set<string>()
  let windowStart = now()
  return {
    shouldPrepare(text) {
      if (prepared.has(text)) return true
      if (now() - windowStart > WINDOW_MS) {
        // By now every connection has been replaced once, and its statements with it.
        prepared.clear()
        windowStart = now()
      }
      if (seen.has(text) && prepared.size < MAX_NAMES) {
        seen.delete(text)
        prepared.add(text)
        return true
      }
      seen.delete(text)
      seen.add(text)
      const [oldest] = seen
      if (seen.size > MAX_SEEN && oldest !== undefined) seen.delete(oldest)
      return false
    },
  }
}

/** For poolers between us and PostgreSQL that know no prepared statements. */
export const NO_STATEMENT_CACHE: StatementCache = { shouldPrepare: () => false }

/** PostgreSQL connections of the pool live no longer than this, in seconds. */
export const CONNECTION_LIFETIME_SECONDS = WINDOW_MS / 1000
