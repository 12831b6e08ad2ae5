import { createHmac } from 'node:crypto'
import postgres from 'postgres'
import { quoteIdentifier, quoteLiteral } from './identifiers.ts'
import { openLastingPool } from './lasting-pool.ts'

/** One key for all processes that share a database: only one of them sets passwords at a time. */
const LOGINS_LOCK = 7_203_114_513

export type Sql = postgres.Sql
export type Transaction = postgres.TransactionSql

/**
 * The roles that a part of the backend may log in as. `owner` runs migrations and chores. `supabase_auth_admin` owns schema
 * `auth` and nothing else. `authenticator` owns nothing and may only switch to anon, authenticated or service_role.
 */
export type Login = 'owner' | 'supabase_auth_admin' | 'authenticator'

/** Where the database is: an embedded server's socket or a `DATABASE_URL`. */
export type DatabaseAddress = { socket: string; port: number; database: string } | { url: string }

export interface Database {
  /** Opens a pool for one login. The caller closes nothing: `close` ends all pools. */
  connect(login: Login, options?: postgres.Options<Record<string, never>>): Sql
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Opens the database. Over a socket the server trusts us; over a URL the two service logins use passwords that are derived
 * from `passwordSeed`, so that all processes which share the secrets agree on them ({@link setLoginPasswords}).
 */
export function openDatabase(address: DatabaseAddress, passwordSeed: string): Database {
  const pools = new Set<Sql>()
  const close = async () => {
    await Promise.all([...pools].map((pool) => pool.end({ timeout: 5 })))
  }
  return {
    connect(login, options = {}) {
      const onEnd = () => void pools.delete(pool)
      const pool = openLastingPool((renew) => {
        const onclose = (id: number) => {
          renew()
          options.onclose?.(id)
        }
        return openPool(address, login, passwordSeed, { ...options, onclose })
      }, onEnd)
      pools.add(pool)
      return pool
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

function openPool(
  address: DatabaseAddress,
  login: Login,
  seed: string,
  options: postgres.Options<Record<string, never>>,
) {
  const common = { onnotice: () => {}, connect_timeout: 10, ...options }
  if ('socket' in address) {
    const { socket, port, database } = address
    return postgres({ host: socket, port, database, username: login === 'owner' ? 'postgres' : login, ...common })
  }
  if (login === 'owner') return postgres(address.url, common)
  return postgres(address.url, { ...common, username: login, password: loginPassword(login, seed) })
}

/** Gives the service logins their derived passwords. For a database that is reached by URL; runs as owner. */
export async function setLoginPasswords(owner: Sql, seed: string): Promise<void> {
  await owner.begin(async (tx) => {
    // Two processes that start at once would meet in pg_authid: "tuple concurrently updated".
    await tx`select pg_advisory_xact_lock(${LOGINS_LOCK})`
    for (const login of ['supabase_auth_admin', 'authenticator'] as const) {
      await tx.unsafe(`alter role ${quoteIdentifier(login)} with password ${quoteLiteral(loginPassword(login, seed))}`)
    }
  })
}

function loginPassword(login: Login, seed: string): string {
  return createHmac('sha256', seed).update(`login:${login}`).digest('base64url')
}
