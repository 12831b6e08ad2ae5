import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { repeat, startChores } from './chores.ts'

test('a chore runs again after it ended, never twice at once', async () => {
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

test('a chore that fails is told once and goes on', async () => {
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

test('a stopped chore does not run again', async () => {
  let runs = 0
  const stop = repeat('stopped', 1, async () => void runs++)
  stop()
  await sleep(10)
  expect(runs).toBe(0)
})

test('without the secret key nothing is asked of the data service', async () => {
  const backendFetch = vi.fn<typeof fetch>()
  startChores({ supabaseUrl: 'http://localhost', secretKey: '', backendFetch })()
  expect(backendFetch).not.toHaveBeenCalled()
})
