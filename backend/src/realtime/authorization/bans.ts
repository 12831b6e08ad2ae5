import { ConnectionError } from '../../postgres/statements/database-error.ts'
import type { Sql } from '../../postgres/statements/sql.ts'
import { databaseUnreachable, poolExhausted, userBanned } from '../errors.ts'
import type { Identity } from './verify-token.ts'

/** Detects banned and soft-deleted accounts, whose tokens remain valid until they expire. */
export interface Bans {
  /** Throws `user_banned`, or a server error when the database does not respond. */
  requireNotBanned(identity: Identity): Promise<void>
  /** Returns the ids of those accounts that are banned or deleted. */
  list(subjects: string[]): Promise<Set<string>>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function createBans(sql: Sql): Bans {
  const list: Bans['list'] = async (subjects) => {
    const ids = subjects.filter((subject) => UUID.test(subject))
    if (ids.length === 0) return new Set()
    const rows = await sql<{ id: string }[]>`
      select id::text as id from auth.users
      where id = any(${ids}::uuid[]) and (banned_until > now() or deleted_at is not null)`
    return new Set(rows.map(({ id }) => id))
  }
  const listShared = shareQueries(list)
  return {
    list,
    requireNotBanned: async ({ claims: { sub } }) => {
      if (sub === undefined) return
      const banned = await listShared(sub).catch((error: unknown) => {
        if (error instanceof ConnectionError && error.code === 'POOL_TIMEOUT') throw poolExhausted(error)
        throw databaseUnreachable(error)
      })
      // PostgreSQL writes UUIDs in lower case.
      if (banned.has(sub.toLowerCase())) throw userBanned()
    },
  }
}

/**
 * Calls that arrive while a query runs share the next one, because all clients of a restarted process join at the same
 * time.
 */
function shareQueries(list: Bans['list']): (subject: string) => Promise<Set<string>> {
  let running: Promise<unknown> = Promise.resolve()
  let next: { subjects: Set<string>; result: Promise<Set<string>> } | undefined
  return (subject) => {
    if (!next) {
      const subjects = new Set<string>()
      const result = running.then(() => {
        next = undefined
        return list([...subjects])
      })
      next = { subjects, result }
      running = result.catch(() => {})
    }
    next.subjects.add(subject)
    return next.result
  }
}
