import type { AuthParts } from './kernel/dependencies.ts'
import { deleteDeadOAuthFlows, deleteFullBuckets, deleteOld } from './tables/cleanup.ts'

const HOUR_MS = 3_600_000

/** Deletes once an hour what nobody needs any more. Several processes may do it at once. */
export function startCleanup({ sql, settings, log, now }: Pick<AuthParts, 'sql' | 'settings' | 'log' | 'now'>): void {
  const clean = async () => {
    await deleteFullBuckets(sql, now())
    await deleteDeadOAuthFlows(sql, now())
    if (settings.cleanup) await deleteOld(sql, settings, now())
  }
  const run = () => void clean().catch((error: unknown) => log.warn('cleanup failed', { error }))
  setInterval(run, HOUR_MS).unref()
}
