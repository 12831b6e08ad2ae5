import type { Log } from '../../http/log.ts'
import type { Sql } from '../../postgres/database.ts'
import type { Catalog } from './catalog.ts'
import { loadCatalog } from './load-catalog.ts'

const QUIET_MS = 100
const RETRY_MS = 1000
const MAX_RETRY_MS = 32_000

/** Keeps the catalog and reads it anew when the database says so. */
export interface CatalogCache {
  /** The last complete one; undefined before the first. */
  find(): Catalog | undefined
  /** Reads it now. Throws what the database throws. */
  reload(): Promise<void>
  close(): Promise<void>
}

/**
 * Loads the catalog and listens on channel `pgrst`. The old one serves until the new one is complete. A burst of messages
 * reloads once at once and once after it is quiet.
 */
export async function createCatalogCache(
  sql: Sql,
  scope: { schemas: string[]; extraSearchPath: string[] },
  log: Log,
): Promise<CatalogCache> {
  let catalog: Catalog | undefined
  let timer: NodeJS.Timeout | undefined
  let retryMs = RETRY_MS
  let isClosed = false
  let lastStart = 0

  const reload = async () => {
    lastStart = Date.now()
    catalog = await loadCatalog(sql, scope.schemas, scope.extraSearchPath)
    retryMs = RETRY_MS
  }
  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    if (isClosed) return
    timer = setTimeout(() => void tryReload(), delayMs)
    timer.unref()
  }
  const tryReload = async () => {
    try {
      await reload()
    } catch (error) {
      if (isClosed) return
      log.warn('schema cache could not be read', { error })
      schedule(retryMs)
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
    }
  }
  const onMessage = (payload: string) => {
    if (payload !== '' && payload !== 'reload schema' && payload !== 'reload config') return
    schedule(Date.now() - lastStart > QUIET_MS ? 0 : QUIET_MS)
  }
  await tryReload()
  const listening = await sql
    .listen('pgrst', onMessage, () => schedule(0))
    .catch((error: unknown) => {
      log.warn('schema changes cannot be heard', { error })
      return undefined
    })
  return {
    find: () => catalog,
    reload,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await listening?.unlisten().catch(() => {})
    },
  }
}
