import { DatabaseError } from '../../../postgres/statements/database-error.ts'
import { quoteIdentifier } from '../../../postgres/statements/identifiers.ts'
import type { Transaction } from '../../../postgres/statements/sql.ts'
import { errors } from '../../errors.ts'
import type { Statements } from '../../kernel/dependencies.ts'

const TIMEOUT_MS = 2_000
const QUERY_CANCELED = '57014'

/**
 * Calls a database function that takes and returns jsonb. It runs as the service's login, which needs the right to
 * execute it, and in a savepoint, so that a failure leaves the transaction usable.
 */
export async function callPostgresHook(
  sql: Statements,
  uri: string,
  payload: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const call = (tx: Transaction) => run(tx, toFunction(uri), payload)
  const output = await ('savepoint' in sql ? sql.savepoint(call) : sql.begin(call)).catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === QUERY_CANCELED) throw errors.hookTimeout()
    throw error
  })
  if (output === null || output === undefined) return {}
  if (typeof output !== 'object' || Array.isArray(output)) throw errors.hookFailed('it returned no JSON object')
  return { ...output }
}

async function run(tx: Transaction, name: string, payload: Record<string, unknown>): Promise<unknown> {
  const [before] = await tx<{ limit: string }[]>`select current_setting('statement_timeout') as limit`
  await tx`select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`
  const [row] = await tx<{ output: unknown }[]>`
    select ${tx.raw(name)}(${tx.json(payload)}::jsonb) as output`
  await tx`select set_config('statement_timeout', ${before?.limit ?? '0'}, true)`
  return row?.output
}

/** The URI names database, schema and function. The database is always this one. */
function toFunction(uri: string): string {
  const [, schema = '', name = ''] = uri.replace('pg-functions://', '').split('/')
  return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`
}
