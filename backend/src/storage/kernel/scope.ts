import type { Sql, Transaction } from '../../postgres/statements/sql.ts'

/** The request as RLS policies and functions see it: the settings of PostgREST and of the storage service. */
export interface Scope {
  role: string
  claims: Record<string, unknown>
  token: string
  method: string
  path: string
  headers: Record<string, string>
  /** For example `storage.object.upload`; policies read it through storage.operation(). */
  operation: string
  /** True for tokens that may only read. The database then rejects every write, including those of functions. */
  isReadOnly?: boolean
}

const STATEMENT_TIMEOUT = '30s'
/** Carries the result out of a transaction that is rolled back. Clients never see it. */
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

/** Runs the work in one transaction that bypasses RLS. Each use follows from the contract (storage 10.1). */
export function asService<Result>(sql: Sql, scope: Scope, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return inScope(sql, scope, 'service_role', work)
}

/** Runs the work as the user and rolls it back, so that the database alone decides what policies and triggers allow. */
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

/** Switches the rest of the transaction to the service role, for example to write rows that the user may not see. */
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
    // Not pipelined: PostgreSQL checks privileges when it prepares a statement, so the role must be set before.
    if (scope.isReadOnly) await tx`select set_config('transaction_read_only', 'on', true)`
    await setScope(tx, scope, role)
    const value = await work(tx)
    return { value }
  }, scope.role)
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

/**
 * Returns the scope in the order that storage.enter_scope() expects, for functions that run in their own transaction.
 */
export function toScopeSettings({ role, token, claims, headers, method, path, operation }: Scope): string[] {
  const subject = typeof claims.sub === 'string' ? claims.sub : ''
  return [role, token, subject, JSON.stringify(claims), JSON.stringify(headers), method, path, operation]
}
