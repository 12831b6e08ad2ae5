import { expect, test, vi } from 'vitest'
import { createLog } from '../../http/log.ts'
import type { Sql } from '../../postgres/statements/sql.ts'
import type { RecordedBlobStore } from '../blobs/blob-store.ts'
import type { RenderCache } from '../images/render-cache.ts'
import { createBlobCleaner } from './blob-cleaner.ts'

const MINUTE_MS = 60_000

test('starts no chore again while its last run still waits for the store (storage 11)', async ({ onTestFinished }) => {
  // Only intervals, because code that earlier tests left running in this process may poll with short timeouts.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { promise, resolve } = Promise.withResolvers<void>()
  const blobs = { deleteUnfinished: vi.fn(() => promise), touchPending: vi.fn(() => Promise.resolve()) }
  const cleaner = createBlobCleaner({
    sql: { begin: () => promise } as unknown as Sql,
    blobs: blobs as unknown as RecordedBlobStore,
    renderCache: { shrink: () => Promise.resolve() } as unknown as RenderCache,
    log: { ...createLog(), error: () => {} },
  })
  cleaner.start()
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
  expect(blobs.deleteUnfinished).toHaveBeenCalledOnce()
  // The other chores still run every minute.
  expect(blobs.touchPending).toHaveBeenCalledTimes(60)
  // Stopping the cleaner does not wait for the store either.
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const stopped = cleaner.stop()
  await vi.advanceTimersByTimeAsync(2000)
  await stopped
  resolve()
})
