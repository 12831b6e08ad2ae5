import { expect, test, vi } from 'vitest'
import { importWithRetry } from './import-retry.ts'

const FAILED_SCRIPT = 'Failed to fetch dynamically imported module: https://own.example/assets/map-1.js'

/** Imports a chunk that fails some times with an error before it loads, and counts the attempts. */
async function load(failures: number, error: Error) {
  const chunk = vi.fn(async () => 'loaded')
  for (let failure = 0; failure < failures; failure += 1) chunk.mockRejectedValueOnce(error)
  const outcome = await importWithRetry(chunk).catch((caught: unknown) => caught)
  return [outcome, chunk.mock.calls.length]
}

test('makes three attempts when a chunk does not load (runtime 8.1)', async () => {
  const error = new TypeError(FAILED_SCRIPT)
  expect(await load(0, error)).toEqual(['loaded', 1])
  expect(await load(1, error)).toEqual(['loaded', 2])
  expect(await load(2, error)).toEqual(['loaded', 3])
  expect(await load(3, error)).toEqual([error, 3])
})

test('does not retry a chunk that throws when it runs (runtime 8.1)', async () => {
  const error = new TypeError('broken is not a function')
  expect(await load(1, error)).toEqual([error, 1])
})
