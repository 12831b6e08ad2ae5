import { randomUUID } from 'node:crypto'
import { mayWrite } from '../../http/tokens/token-scopes.ts'
import type { Claims } from '../../http/tokens/tokens.ts'
import { ConnectionError, DatabaseError } from '../../postgres/statements/database-error.ts'
import type { Sql, Transaction } from '../../postgres/statements/sql.ts'
import { databaseUnreachable, poolExhausted } from '../errors.ts'

/** A caller and a private topic, as the policies on `realtime.messages` see them (realtime 8). */
export interface TopicScope {
  topic: string
  claims: Claims & { role: string }
  headers: Record<string, string>
}

export type Extension = 'broadcast' | 'presence'

/** Evaluates the policies on `realtime.messages`. Nothing that it writes is committed. */
export interface TopicRights {
  /** Returns the extensions that the caller may read. Presence is checked only when requested. */
  read(scope: TopicScope, withPresence: boolean): Promise<Record<Extension, boolean>>
  canWrite(scope: TopicScope, extension: Extension): Promise<boolean>
}

/** Carries a result out of a transaction that is rolled back. */
class RolledBack<Result> extends Error {
  readonly result: Result

  constructor(result: Result) {
    super('rolled back on purpose')
    this.result = result
  }
}

/** Creates the rights of callers to topics. `sql` logs in as authenticator. */
export function createTopicRights(sql: Sql): TopicRights {
  return {
    read: (scope, withPresence) =>
      evaluate(sql, { broadcast: false, presence: false }, async (tx) => {
        const extensions: Extension[] = withPresence ? ['broadcast', 'presence'] : ['broadcast']
        const ids = extensions.map(() => randomUUID())
        await tx`select set_config('role', 'service_role', true), set_config('realtime.topic', ${scope.topic}, true)`
        await tx`insert into realtime.messages (id, topic, extension, private)
          select id, ${scope.topic}, extension, true
          from unnest(${ids}::uuid[], ${extensions}::text[]) as probe (id, extension)`
        await becomeCaller(tx, scope)
        const rows = await tx<{ extension: string }[]>`
          select extension from realtime.messages where topic = ${scope.topic} and id = any(${ids}::uuid[])`
        const found = new Set(rows.map(({ extension }) => extension))
        return { broadcast: found.has('broadcast'), presence: found.has('presence') }
      }),
    canWrite: async (scope, extension) =>
      mayWrite(scope.claims) &&
      evaluate(sql, false, async (tx) => {
        await becomeCaller(tx, scope)
        await tx`insert into realtime.messages (topic, extension, private) values (${scope.topic}, ${extension}, true)`
        return true
      }),
  }
}

/** SQLSTATEs that say nothing about a member's rights: conflicts, no resources, timeouts, a read-only server. */
const OF_SERVER = /^(40|53|55|57|58|25006)/

/**
 * Runs the work in a transaction that is rolled back. A failed statement, for example because a policy raises an error,
 * grants nothing. Throws when the database cannot be reached or fails itself.
 */
async function evaluate<Result>(sql: Sql, denied: Result, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  try {
    return await sql.begin(async (tx) => {
      throw new RolledBack(await work(tx))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as Result
    const isOfPolicy = error instanceof DatabaseError && error.severity === 'ERROR' && !OF_SERVER.test(error.code)
    if (isOfPolicy) return denied
    if (error instanceof ConnectionError && error.code === 'POOL_TIMEOUT') throw poolExhausted(error)
    throw databaseUnreachable(error)
  }
}

function becomeCaller(tx: Transaction, { topic, claims, headers }: TopicScope): Promise<unknown> {
  return tx`select
    set_config('role', ${claims.role}, true),
    set_config('realtime.topic', ${topic}, true),
    set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
    set_config('request.jwt.claim.sub', ${claims.sub ?? ''}, true),
    set_config('request.jwt.claim.role', ${claims.role}, true),
    set_config('request.headers', ${JSON.stringify(headers)}, true)`
}
