import type { Log } from '../../http/log.ts'
import type { Sql } from '../../postgres/statements/sql.ts'
import type { RecordedBlobStore } from '../blobs/blob-store.ts'
import type { RenderCache } from '../images/render-cache.ts'
import { asService } from '../kernel/scope.ts'
import { deleteBlobDeletions, listOrphanVersions, lockDueBlobDeletions } from '../tables/blob-deletions.ts'
import { deletePendingBlobs, lockAbandonedBlobs } from '../tables/pending-blobs.ts'
import { deleteResumableUploadsBefore, RESUMABLE_LIFETIME_MS } from '../tables/resumable-uploads.ts'
import { CHORE_SCOPE } from './chore-scope.ts'

const BATCH_SIZE = 200
const DELETE_EVERY_MS = 60 * 1000
/** The sweep finds blobs without a record, for example after the restore of a backup. */
const SWEEP_EVERY_MS = 20 * 60 * 1000
const ORPHAN_AGE_MS = 30 * 60 * 1000
/** Records are renewed each minute; one this old belongs to a process that has ended. */
const ABANDONED_AFTER_MS = 15 * 60 * 1000
/** A chore that is cut off continues after the next start. */
const STOP_TIMEOUT_MS = 2000

/** Deletes blobs without a row. Any number of processes may do so at the same time. */
export interface BlobCleaner {
  /** Deletes queued blobs that are due; returns how many. */
  deleteDue(): Promise<number>
  /** Deletes blobs whose writing process has ended; returns how many. */
  deleteAbandoned(ageMs?: number): Promise<number>
  /** Deletes resumable uploads that are too old and queues their parts; returns how many. */
  deleteExpiredUploads(lifetimeMs?: number): Promise<number>
  /** Deletes blobs and unfinished writes that are older than this and that no table references. */
  sweepOrphans(ageMs?: number): Promise<number>
  start(): void
  /** Waits up to two seconds for the chores that are running. */
  stop(): Promise<void>
}

interface CleanerOptions {
  sql: Sql
  blobs: RecordedBlobStore
  renderCache: RenderCache
  log: Log
}

export function createBlobCleaner({ sql, blobs, renderCache, log }: CleanerOptions): BlobCleaner {
  const timers: NodeJS.Timeout[] = []
  const running = new Map<() => Promise<unknown>, Promise<unknown>>()

  const deleteBatch = () =>
    asService(sql, CHORE_SCOPE, async (tx) => {
      const versions = await lockDueBlobDeletions(tx, BATCH_SIZE)
      // Blobs before rows: after a crash in between, the blobs are deleted again, which does no harm.
      for (const version of versions) {
        await blobs.delete(version)
        await renderCache.deleteVersion(version)
      }
      await deleteBlobDeletions(tx, versions)
      return versions.length
    })

  const discardBatch = (ageMs: number) =>
    asService(sql, CHORE_SCOPE, async (tx) => {
      const versions = await lockAbandonedBlobs(tx, ageMs / 1000, BATCH_SIZE)
      for (const version of versions) await blobs.discard(version)
      await deletePendingBlobs(tx, versions)
      return versions.length
    })

  const deleteOrphansOf = async (versions: string[]) => {
    const orphans = await asService(sql, CHORE_SCOPE, (tx) => listOrphanVersions(tx, versions))
    for (const version of orphans) await blobs.delete(version)
    return orphans.length
  }

  const cleaner: BlobCleaner = {
    async deleteDue() {
      let total = 0
      for (let count = BATCH_SIZE; count === BATCH_SIZE; total += count) count = await deleteBatch()
      return total
    },
    async deleteAbandoned(ageMs = ABANDONED_AFTER_MS) {
      let total = 0
      for (let count = BATCH_SIZE; count === BATCH_SIZE; total += count) count = await discardBatch(ageMs)
      return total
    },
    async deleteExpiredUploads(lifetimeMs = RESUMABLE_LIFETIME_MS) {
      const before = new Date(Date.now() - lifetimeMs)
      const deleteSome = () => asService(sql, CHORE_SCOPE, (tx) => deleteResumableUploadsBefore(tx, before, BATCH_SIZE))
      let total = 0
      for (let count = BATCH_SIZE; count === BATCH_SIZE; total += count) count = await deleteSome()
      return total
    },
    async sweepOrphans(ageMs = ORPHAN_AGE_MS) {
      const before = new Date(Date.now() - ageMs)
      await blobs.deleteUnfinished(before)
      let total = 0
      let batch: string[] = []
      for await (const version of blobs.listOlderThan(before)) {
        batch.push(version)
        if (batch.length < BATCH_SIZE) continue
        total += await deleteOrphansOf(batch)
        batch = []
      }
      return total + (await deleteOrphansOf(batch))
    },
    start() {
      const repeat = (everyMs: number, chore: () => Promise<unknown>) => {
        const run = () => {
          // With a slow store, overlapping runs would use up the database connections.
          if (running.has(chore)) return
          const done = chore()
            .catch((error: unknown) => log.error('cleaning the blob store failed', { error }))
            .finally(() => running.delete(chore))
          running.set(chore, done)
        }
        timers.push(setInterval(run, everyMs).unref())
      }
      repeat(DELETE_EVERY_MS, () => blobs.touchPending())
      repeat(DELETE_EVERY_MS, () => cleaner.deleteDue())
      repeat(DELETE_EVERY_MS, () => cleaner.deleteAbandoned())
      repeat(DELETE_EVERY_MS * 10, () => cleaner.deleteExpiredUploads())
      repeat(SWEEP_EVERY_MS, () => cleaner.sweepOrphans())
      repeat(SWEEP_EVERY_MS, () => renderCache.shrink())
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      const timeout = new Promise((resolve) => void setTimeout(resolve, STOP_TIMEOUT_MS).unref())
      await Promise.race([Promise.all(running.values()), timeout])
    },
  }
  return cleaner
}
