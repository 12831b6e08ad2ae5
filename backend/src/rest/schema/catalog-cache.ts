import type { Log } from '../../http/log.ts'
import type { Sql } from '../../postgres/statements/sql.ts'
import { overlayDatabaseSettings, type RestSettings } from '../settings.ts'
import type { Catalog } from './catalog.ts'
import { listSchemaNames } from './catalog-queries.ts'
import { loadCatalog } from './load-catalog.ts'
import { listenForChanges } from './schema-listener.ts'
import { listDatabaseSettings } from './settings-queries.ts'

const QUIET_MS = 100
const RETRY_MS = 1000
const MAX_RETRY_MS = 32_000
/** One of the default schemas, which most databases lack. */
const OPTIONAL_SCHEMA = 'graphql_public'

/** The catalog and the settings that were read with it. */
export interface Snapshot {
  catalog: Catalog
  settings: RestSettings
}

/** Caches the catalog and reloads it when the database sends a notification. */
export interface CatalogCache {
  /** Returns the last complete catalog; undefined before the first. */
  find(): Snapshot | undefined
  /** Reloads now. Throws the errors of the database. */
  reload(): Promise<void>
  close(): Promise<void>
}

/**
 * Loads the catalog and listens on the channel (`pgrst`). The previous catalog serves until the next one is complete. A
 * burst of notifications reloads once immediately and once after 100 ms of quiet.
 */
export async function createCatalogCache(open: () => Sql, base: RestSettings, log: Log): Promise<CatalogCache> {
  const sql = open()
  let snapshot: Snapshot | undefined
  let timer: NodeJS.Timeout | undefined
  let retryMs = RETRY_MS
  let isClosed = false
  let lastStart = 0
  let isReloading = false
  let isStale = false
  let reported: string[] = []

  const reload = async () => {
    lastStart = Date.now()
    const named = await readSettings(sql, base, snapshot?.settings ?? base, log)
    const { settings, missing } = skipMissingSchemas(named, await listSchemaNames(sql))
    if (missing.length > 0 && missing.join() !== reported.join())
      log.warn('PGRST_DB_SCHEMAS contains schemas that do not exist', { schemas: missing })
    reported = missing
    snapshot = { settings, catalog: await loadCatalog(sql, settings.schemas, settings.extraSearchPath) }
    retryMs = RETRY_MS
  }
  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    if (isClosed) return
    timer = setTimeout(() => void tryReload(), delayMs)
    timer.unref()
  }
  /** Replaces a scheduled reload. A failure schedules the next, and so does a change during a reload. */
  const tryReload = async () => {
    clearTimeout(timer)
    if (isReloading) {
      isStale = true
      return
    }
    isReloading = true
    isStale = false
    try {
      await reload()
      if (isStale) schedule(QUIET_MS)
    } catch (error) {
      if (isClosed) return
      log.warn('schema cache could not be read', { error })
      schedule(retryMs)
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
    } finally {
      isReloading = false
    }
  }
  const onMessage = (payload: string) => {
    if (payload !== '' && payload !== 'reload schema' && payload !== 'reload config') return
    schedule(Date.now() - lastStart > QUIET_MS ? 0 : QUIET_MS)
  }
  const listener =
    base.channel === undefined
      ? undefined
      : await listenForChanges(open, [base.channel], { onMessage, onListening: () => schedule(0), log })
  // After the listener, so that no change is missed. It replaces the reload that the listener has scheduled.
  await tryReload()
  return {
    find: () => snapshot,
    reload,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await Promise.all([listener?.close(), sql.end(5000)])
    },
  }
}

/** Removes schemas that do not exist, unless none would remain. Returns their names, without the optional one. */
function skipMissingSchemas(settings: RestSettings, rows: { name: string }[]) {
  const names = new Set(rows.map(({ name }) => name))
  const existing = settings.schemas.filter((name) => names.has(name))
  const missing = settings.schemas.filter((name) => !names.has(name) && name !== OPTIONAL_SCHEMA)
  return { settings: existing.length === 0 ? settings : { ...settings, schemas: existing }, missing }
}

/** Applies the settings of the database to those of the process. If one is invalid, the previous settings stay. */
async function readSettings(sql: Sql, base: RestSettings, previous: RestSettings, log: Log): Promise<RestSettings> {
  if (!base.readsDatabaseSettings) return base
  const pairs = (await listDatabaseSettings(sql)).map(({ name, value }): [string, string] => [name, value])
  try {
    return overlayDatabaseSettings(base, pairs)
  } catch (error) {
    log.warn('settings of the database are wrong', { error })
    return previous
  }
}
