import type { Queries } from '../../../postgres/statements/queries.ts'
import type { Sql } from '../../../postgres/statements/sql.ts'

/**
 * Runs a statement that names types of the app as service_role. The login may not use the app's schemas. The role ends
 * with the transaction.
 */
export function runAsService<Value>(sql: Sql, work: (queries: Queries) => Promise<Value>): Promise<Value> {
  return sql.begin(async (tx) => {
    const [, value] = await Promise.all([tx`select set_config('role', 'service_role', true)`, work(tx)])
    return value
  })
}
