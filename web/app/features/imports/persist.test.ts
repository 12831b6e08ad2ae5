import { expect, onTestFinished, test, vi } from 'vitest'
import { DataError } from '#app/lib/supabase.ts'
import { persist } from './persist.ts'

/** Fails with a status until the third attempt. Returns the number of attempts and the result or error. */
async function run(status: number) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let attempts = 0
  const attempt = async () => {
    attempts += 1
    if (attempts < 3) throw new DataError({ code: '', message: 'no' }, status)
    return 'done'
  }
  const ended = persist(attempt).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return { attempts, end: await ended }
}

test.each([0, 408, 429, 500, 502, 503])('tries again after status %d', async (status) => {
  expect(await run(status)).toEqual({ attempts: 3, end: 'done' })
})

test.each([400, 401, 403, 409])('reports status %d at once, because it would be rejected again', async (status) => {
  expect(await run(status)).toEqual({ attempts: 1, end: expect.any(DataError) })
})
