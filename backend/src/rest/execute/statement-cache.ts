/**
 * Connections keep their prepared statements until they are closed, so the number of names per lifetime is limited. The
 * window is the lifetime of a connection in `postgres/connections/open-pool.ts`.
 */
const MAX_NAMES = 400
const MAX_SEEN = 2000
const WINDOW_MS = 30 * 60 * 1000

/** Decides which statements to prepare: those that are executed a second time, up to the limit of names. */
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
        // By now every connection has been replaced once, with its prepared statements.
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

/** For connection poolers that do not support prepared statements. */
export const NO_STATEMENT_CACHE: StatementCache = { shouldPrepare: () => false }
