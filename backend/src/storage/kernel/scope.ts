import type { Sql, Transaction } from '../../postgres/database.ts'

/** What row rules and functions may learn of a request: PostgREST's and the storage service's settings. */
export interface Scope {
  role: string
  claims: Record<string, unknown>
  token: string
  method: string
  path: string
  headers: Record<string, string>
  /** Such as `storage.object.upload`; rules read it by storage.operation(). */
  operation: string
}

const STATEMENT_TIMEOUT = '30s'
/** Never seen by a client: it carries the result out of a transaction that is rolled back. */
class RolledBack<Result> extends Error {
  readonly result: Result

  constructor(result: Result) {
    super('rolled back on purpose')
    this.result = result
  }
}

/** Runs the work in one transaction as the user of the scope. */
export function asUser<Result>(sql: Sql, scope: Scope, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return inScope(sql, scope, scope.role, work)
}

/** Runs the work in one transaction past the row rules. Each use is a decision of the contract, §10.1. */
export function asService<Result>(sql: Sql, scope: Scope, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return inScope(sql, scope, 'service_role', work)
}

/** Tries the work as the user and takes it back: the database alone decides what its rules and triggers allow. */
export async function tryAsUser<Result>(
  sql: Sql,
  scope: Scope,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await asUser(sql, scope, async (tx) => {
      throw new RolledBack(await work(tx))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as Result
    throw error
  }
}

/** For the rest of the transaction the service itself acts, for example to write what users may not see. */
export async function becomeService(tx: Transaction): Promise<void> {
  await tx`select set_config('role', 'service_role', true)`
}

async function inScope<Result>(
  sql: Sql,
  scope: Scope,
  role: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const result = await sql.begin(async (tx) => {
    // Awaited, although the two could be sent at once: PostgreSQL checks a statement that it prepares by the role of that moment.
    await setScope(tx, scope, role)
    const value = await work(tx)
    return { value }
  })
  return result.value
}

function setScope(tx: Transaction, scope: Scope, role: string): Promise<unknown> {
  const [claimRole = '', token = '', subject = '', claims = '', headers = '', method = '', path = '', operation = ''] =
    toScopeSettings(scope)
  return tx`select
    set_config('role', ${role}, true),
    set_config('request.jwt.claim.role', ${claimRole}, true),
    set_config('request.jwt', ${token}, true),
    set_config('request.jwt.claim.sub', ${subject}, true),
    set_config('request.jwt.claims', ${claims}, true),
    set_config('request.headers', ${headers}, true),
    set_config('request.method', ${method}, true),
    set_config('request.path', ${path}, true),
    set_config('storage.operation', ${operation}, true),
    set_config('storage.allow_delete_query', 'true', true),
    set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)`
}

/** The scope in the order that storage.enter_scope() reads it, for functions that are a transaction of their own. */
export function toScopeSettings({ role, token, claims, headers, method, path, operation }: Scope): string[] {
  const subject = typeof claims.sub === 'string' ? claims.sub : ''
  return [role, token, subject, JSON.stringify(claims), JSON.stringify(headers), method, path, operation]
}
