import { expect, test, vi } from 'vitest'
import { createLog } from '../../http/log.ts'
import type { Sql } from '../../postgres/statements/sql.ts'
import type { RecordedBlobStore } from '../blobs/blob-store.ts'
import type { RenderCache } from '../images/render-cache.ts'
import { createBlobCleaner } from './blob-cleaner.ts'

const DAY_MS = 24 * 60 * 60 * 1000

test('starts no chore again while its last run still waits for the store (storage 11)', async ({ onTestFinished }) => {
  vi.useFakeTimers()
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
  await vi.advanceTimersByTimeAsync(DAY_MS)
  expect(blobs.deleteUnfinished).toHaveBeenCalledOnce()
  // The others go on.
  expect(blobs.touchPending.mock.calls.length).toBeGreaterThan(1000)
  // Nor does the end of the site wait for the store.
  const stopped = cleaner.stop()
  await vi.advanceTimersByTimeAsync(2000)
  await stopped
  resolve()
})
