import type { Log } from '../http/log.ts'
import type { Caller } from '../http/tokens/caller.ts'
import type { ConnectionPool } from '../postgres/connections/connection-pool.ts'
import type { StatementCache } from './execute/statement-cache.ts'
import type { Catalog } from './schema/catalog.ts'
import type { RestSettings } from './settings.ts'
import type { Timing } from './timing.ts'

/** The dependencies of a request within the service. */
export interface RequestScope {
  pool: Pick<ConnectionPool, 'acquire'>
  statements: StatementCache
  catalog: Catalog
  settings: RestSettings
  caller: Caller
  /** The path under `/rest/v1`. */
  path: string
  timing: Timing
  log: Log
}
