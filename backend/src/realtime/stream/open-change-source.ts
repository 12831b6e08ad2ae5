import type { Log } from '../../http/log.ts'
import type { Database } from '../../postgres/database.ts'
import type { Sql } from '../../postgres/statements/sql.ts'
import type { ChangeSource } from './change-source.ts'
import { createLogicalSource } from './logical-source.ts'
import { createTriggerSource } from './trigger-source.ts'

export interface ChangeSourceOptions {
  database: Pick<Database, 'connect' | 'replicate'>
  owner: Sql
  /** For {@link createLogicalSource}. */
  stallLimitMs: number
  log: Log
}

/** Opens the best source that the database allows, and logs which one it is. */
export async function openChangeSource(options: ChangeSourceOptions): Promise<ChangeSource> {
  const { database, owner, stallLimitMs, log } = options
  const obstacle = await findObstacle(database, owner)
  if (obstacle === undefined) await owner`select realtime.watch_tables(false)`
  const source =
    obstacle === undefined
      ? createLogicalSource({ open: () => database.replicate('supabase_realtime_admin'), stallLimitMs, log })
      : await createTriggerSource({ connect: database.connect, owner, log })
  log.info('source of changes', { kind: source.kind, obstacle })
  return source
}

/** Returns the reason why logical decoding is not possible. */
async function findObstacle(database: Pick<Database, 'replicate'>, owner: Sql): Promise<string | undefined> {
  const [row] = await owner<{ level: string; mayReplicate: boolean }[]>`
    select current_setting('wal_level') as level, rolreplication or rolsuper as "mayReplicate"
    from pg_roles where rolname = 'supabase_realtime_admin'`
  if (row?.level !== 'logical') return `wal_level is ${row?.level}, not logical`
  if (!row.mayReplicate) return 'supabase_realtime_admin may not replicate'
  try {
    const connection = await database.replicate('supabase_realtime_admin')
    await connection.close()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
