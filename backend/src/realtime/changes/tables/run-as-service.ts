import type { Queries } from '../../../postgres/statements/queries.ts'
import type { Sql } from '../../../postgres/statements/sql.ts'

/**
 * Runs a statement that names types of the app as service_role. The login may not use the app's schemas. The role ends
 * with the transaction, and so does a shorter timeout.
 */
export function runAsService<Value>(
  sql: Sql,
  work: (queries: Queries) => Promise<Value>,
  timeoutMs?: number,
): Promise<Value> {
  return sql.begin(async (tx) => {
    const begun =
      timeoutMs === undefined
        ? tx`select set_config('role', 'service_role', true)`
        : tx`select set_config('role', 'service_role', true), set_config('statement_timeout', ${String(timeoutMs)}, true)`
    const [, value] = await Promise.all([begun, work(tx)])
    return value
  })
}
