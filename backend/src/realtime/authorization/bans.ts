import { ConnectionError } from '../../postgres/database-error.ts'
import type { Sql } from '../../postgres/sql.ts'
import { databaseUnreachable, poolExhausted, userBanned } from '../errors.ts'
import type { Identity } from './verify-token.ts'

/** Detects banned accounts, whose tokens remain valid until they expire. */
export interface Bans {
  /** Throws `user_banned`, or a server error when the database does not answer. */
  requireNotBanned(identity: Identity): Promise<void>
  /** Returns the banned ones of the accounts. */
  list(subjects: string[]): Promise<Set<string>>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function createBans(sql: Sql): Bans {
  const list: Bans['list'] = async (subjects) => {
    const ids = subjects.filter((subject) => UUID.test(subject))
    if (ids.length === 0) return new Set()
    const rows = await sql<{ id: string }[]>`
      select id::text as id from auth.users where id = any(${ids}::uuid[]) and banned_until > now()`
    return new Set(rows.map(({ id }) => id))
  }
  return {
    list,
    requireNotBanned: async ({ claims: { sub } }) => {
      if (sub === undefined) return
      const banned = await list([sub]).catch((error: unknown) => {
        if (error instanceof ConnectionError && error.code === 'POOL_TIMEOUT') throw poolExhausted(error)
        throw databaseUnreachable(error)
      })
      if (banned.size > 0) throw userBanned()
    },
  }
}
