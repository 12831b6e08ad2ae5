import { ConnectionError } from '../../postgres/statements/database-error.ts'
import type { Sql } from '../../postgres/statements/sql.ts'
import { databaseUnreachable, poolExhausted, userBanned } from '../errors.ts'
import type { Identity } from './verify-token.ts'

/** Detects banned and deleted accounts, whose tokens remain valid until they expire. */
export interface Bans {
  /** Throws `user_banned`, or a server error when the database does not respond. */
  requireNotBanned(identity: Identity): Promise<void>
  /** Returns the ids of the accounts that are banned or deleted, in lower case. */
  list(identities: Identity[]): Promise<Set<string>>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function createBans(sql: Sql): Bans {
  const list: Bans['list'] = async (identities) => {
    const ids = listAccounts(identities)
    if (ids.length === 0) return new Set()
    // Tokens without a session, such as those that operators sign, need no account.
    const sessionIds = listAccounts(identities.filter(({ claims }) => claims.session_id !== undefined))
    const rows = await sql<{ id: string }[]>`
      select id::text as id from auth.users
      where id = any(${ids}::uuid[]) and (banned_until > now() or deleted_at is not null)
      union all
      select id::text as id from unnest(${sessionIds}::uuid[]) as given (id)
      where not exists (select from auth.users where users.id = given.id)`
    return new Set(rows.map(({ id }) => id))
  }
  const listShared = shareQueries(list)
  return {
    list,
    requireNotBanned: async (identity) => {
      const { sub } = identity.claims
      if (sub === undefined) return
      const banned = await listShared(identity).catch((error: unknown) => {
        if (error instanceof ConnectionError && error.code === 'POOL_TIMEOUT') throw poolExhausted(error)
        throw databaseUnreachable(error)
      })
      if (banned.has(sub.toLowerCase())) throw userBanned()
    },
  }
}

/** Returns the ids of the accounts of tokens, in lower case, as PostgreSQL writes UUIDs. */
function listAccounts(identities: Identity[]): string[] {
  const subjects = identities.flatMap(({ claims: { sub } }) => (sub !== undefined && UUID.test(sub) ? [sub] : []))
  return [...new Set(subjects.map((sub) => sub.toLowerCase()))]
}

/**
 * Calls that arrive while a query runs share the next one, because all clients of a restarted process join at the same
 * time.
 */
function shareQueries(list: Bans['list']): (identity: Identity) => Promise<Set<string>> {
  let running: Promise<unknown> = Promise.resolve()
  let next: { identities: Identity[]; result: Promise<Set<string>> } | undefined
  return (identity) => {
    if (!next) {
      const identities: Identity[] = []
      const result = running.then(() => {
        next = undefined
        return list(identities)
      })
      next = { identities, result }
      running = result.catch(() => {})
    }
    next.identities.push(identity)
    return next.result
  }
}
