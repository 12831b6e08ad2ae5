import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { once, repeat, startChores } from './chores.ts'

test('runs a chore again after it has ended, never twice at once', async () => {
  let runs = 0
  let atOnce = 0
  let most = 0
  const stop = repeat('counting', 1, async () => {
    runs++
    most = Math.max(most, ++atOnce)
    await sleep(5)
    atOnce--
  })
  await vi.waitUntil(() => runs >= 3)
  stop()
  expect(most).toBe(1)
})

test('logs a failing chore once and continues', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  let runs = 0
  const stop = repeat('failing', 1, async () => {
    runs++
    throw new Error('the database is away')
  })
  await vi.waitUntil(() => runs >= 3)
  stop()
  expect(write.mock.calls).toEqual([['A chore failed and will be tried again: failing: the database is away\n']])
  write.mockRestore()
})

test('does not run a stopped chore again', async () => {
  let runs = 0
  const stop = repeat('stopped', 1, async () => void runs++)
  stop()
  await sleep(10)
  expect(runs).toBe(0)
})

test('repeats a task until it has succeeded once', async () => {
  const task = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue(undefined)
  const run = once(task)
  await expect(run()).rejects.toThrow('away')
  await run()
  await run()
  expect(task).toHaveBeenCalledTimes(2)
})

test('runs no chores without the secret key', async () => {
  const backendFetch = vi.fn<typeof fetch>()
  startChores({ supabaseUrl: 'http://localhost', secretKey: '', publishableKey: '', siteUrl: '', backendFetch })()
  expect(backendFetch).not.toHaveBeenCalled()
})
