import { createHmac } from 'node:crypto'
import type { DatabaseAddress } from './connections/address.ts'
import { type ConnectOptions, type Credentials, openPool } from './connections/open-pool.ts'
import { openReplication, type ReplicationConnection } from './connections/replication-connection.ts'
import { quoteIdentifier, quoteLiteral } from './statements/identifiers.ts'
import type { Sql } from './statements/sql.ts'

/** One key for all processes that share a database, so that only one of them sets passwords at a time. */
const LOGINS_LOCK = 7_203_114_513

/**
 * The roles that a part of the backend may log in as. `owner` runs migrations and chores. `supabase_auth_admin` owns
 * schema `auth` and nothing else. `authenticator` owns nothing and may only switch to anon, authenticated or
 * service_role. `supabase_realtime_admin` streams changes.
 */
export type Login = 'owner' | 'supabase_auth_admin' | 'authenticator' | 'supabase_realtime_admin'

export interface Database {
  /** Opens a pool for one login. `close` closes it, if the caller has not ended it before. */
  connect(login: Login, options?: ConnectOptions): Sql
  /** Opens a connection for a replication stream. The caller closes it. */
  replicate(login: Login): Promise<ReplicationConnection>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Opens the database. Over a socket the server trusts us. Over a URL the service logins use passwords that are derived
 * from `passwordSeed`, so that all processes that share the secrets agree on them ({@link setLoginPasswords}).
 */
export function openDatabase(address: DatabaseAddress, passwordSeed: string): Database {
  const open = new Set<Sql>()
  const close = async () => {
    await Promise.all([...open].map((sql) => sql.end()))
  }
  const credentials = (login: Login): Credentials => {
    const password = 'url' in address ? loginPassword(login, passwordSeed) : undefined
    return login === 'owner' ? {} : { user: login, password }
  }
  return {
    connect(login, options) {
      const opened = openPool(address, options, credentials(login))
      const sql: Sql = Object.assign(opened, {
        end: (timeoutMs?: number) => {
          open.delete(sql)
          return opened.pool.close(timeoutMs)
        },
      })
      open.add(sql)
      return sql
    },
    replicate: (login) => openReplication(address, credentials(login)),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Sets the derived passwords of the service logins. For a database that is reached by URL; runs as owner. */
export async function setLoginPasswords(owner: Sql, seed: string): Promise<void> {
  await owner.begin(async (tx) => {
    // Two processes that start together would both update pg_authid, which fails with "tuple concurrently updated".
    await tx`select pg_advisory_xact_lock(${LOGINS_LOCK})`
    for (const login of ['supabase_auth_admin', 'authenticator', 'supabase_realtime_admin'] as const) {
      await tx.unsafe(`alter role ${quoteIdentifier(login)} with password ${quoteLiteral(loginPassword(login, seed))}`)
    }
  })
}

function loginPassword(login: Login, seed: string): string {
  return createHmac('sha256', seed).update(`login:${login}`).digest('base64url')
}
