import type { Log } from '../../http/log.ts'
import type { Sql } from '../../postgres/sql.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { RenderCache } from '../images/render-cache.ts'
import { asService, type Scope } from '../kernel/scope.ts'
import { deleteBlobDeletions, listOrphanVersions, takeDueBlobDeletions } from '../tables/blob-deletions.ts'
import { deleteResumableUploadsBefore, RESUMABLE_LIFETIME_MS } from '../tables/resumable-uploads.ts'

const BATCH_SIZE = 200
const DELETE_EVERY_MS = 60 * 1000
const SWEEP_EVERY_MS = 6 * 60 * 60 * 1000
/** A blob is complete before its row is written; one that has had no row for this long never gets one. */
const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000

/** Removes blobs that no row tells of. Any number of processes may do so at once. */
export interface BlobCleaner {
  /** Removes blobs whose rows are gone and whose grace is over; returns how many. */
  deleteDue(): Promise<number>
  /** Forgets resumable uploads that are too old; returns how many. What had arrived of them is deleted when it is due. */
  deleteExpiredUploads(lifetimeMs?: number): Promise<number>
  /** Removes what a crash left: blobs and parts of blobs without a row that are older than this. */
  sweepOrphans(ageMs?: number): Promise<number>
  start(): void
  stop(): Promise<void>
}

interface CleanerOptions {
  sql: Sql
  blobs: BlobStore
  renderCache: RenderCache
  log: Log
}

const SCOPE: Scope = {
  role: 'service_role',
  claims: { role: 'service_role' },
  token: '',
  method: '',
  path: '',
  headers: {},
  operation: 'storage.blob.clean',
}

export function createBlobCleaner({ sql, blobs, renderCache, log }: CleanerOptions): BlobCleaner {
  const timers: NodeJS.Timeout[] = []
  let running: Promise<unknown> = Promise.resolve()

  const deleteBatch = () =>
    asService(sql, SCOPE, async (tx) => {
      const versions = await takeDueBlobDeletions(tx, BATCH_SIZE)
      // First the blobs, then the note: a crash between leaves a note, and deleting twice does no harm.
      for (const version of versions) {
        await blobs.delete(version)
        await renderCache.deleteVersion(version)
      }
      await deleteBlobDeletions(tx, versions)
      return versions.length
    })

  const deleteOrphansOf = async (versions: string[]) => {
    const orphans = await asService(sql, SCOPE, (tx) => listOrphanVersions(tx, versions))
    for (const version of orphans) await blobs.delete(version)
    return orphans.length
  }

  const cleaner: BlobCleaner = {
    async deleteDue() {
      let total = 0
      for (let count = BATCH_SIZE; count === BATCH_SIZE; total += count) count = await deleteBatch()
      return total
    },
    async deleteExpiredUploads(lifetimeMs = RESUMABLE_LIFETIME_MS) {
      const before = new Date(Date.now() - lifetimeMs)
      const deleteSome = () => asService(sql, SCOPE, (tx) => deleteResumableUploadsBefore(tx, before, BATCH_SIZE))
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
          running = chore().catch((error: unknown) => log.error('cleaning the blob store failed', { error }))
        }
        timers.push(setInterval(run, everyMs).unref())
      }
      repeat(DELETE_EVERY_MS, () => cleaner.deleteDue())
      repeat(DELETE_EVERY_MS * 10, () => cleaner.deleteExpiredUploads())
      repeat(SWEEP_EVERY_MS, () => cleaner.sweepOrphans())
      repeat(SWEEP_EVERY_MS / 12, () => renderCache.shrink())
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await running
    },
  }
  return cleaner
}
