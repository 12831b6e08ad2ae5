import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ClientBusyError, createFairQueue, type FairQueueOptions, QueueFullError } from './fair-queue.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** A queue on a simulated clock, with jobs of given durations. */
function createSimulation(options: Partial<FairQueueOptions> = {}) {
  const queue = createFairQueue({ size: 4, clientSize: 4, clientQueue: 64, maxWaitMs: 3000, ...options })
  const running: string[] = []
  const finished: string[] = []
  const run = async (client: string, durationMs: number): Promise<string> => {
    const end = await queue.enter(client)
    running.push(client)
    await new Promise((resolve) => setTimeout(resolve, durationMs))
    running.splice(running.indexOf(client), 1)
    finished.push(client)
    end()
    return client
  }
  const runMany = (client: string, count: number, durationMs: number) =>
    Array.from({ length: count }, async () =>
      run(client, durationMs).catch((error: unknown) => (error instanceof Error ? error.name : String(error))),
    )
  return { run, runMany, running, finished }
}

test('serves a late client before the rest of a long queue', async () => {
  const { run, runMany, finished } = createSimulation({ size: 1 })
  runMany('many', 50, 10)
  await vi.advanceTimersByTimeAsync(35)
  const late = run('one', 10)
  await vi.advanceTimersByTimeAsync(16)
  await late
  expect(finished.indexOf('one')).toBe(4)
})

test('divides the time equally between two clients when the jobs of one take five times as long', async () => {
  const { runMany, finished } = createSimulation({ size: 1, maxWaitMs: 60_000 })
  runMany('short', 60, 10)
  runMany('long', 60, 50)
  await vi.advanceTimersByTimeAsync(1000)
  const count = (client: string) => finished.filter((name) => name === client).length
  expect(count('short') / count('long')).toBeGreaterThan(4)
  expect(count('short') / count('long')).toBeLessThan(6)
})

test('limits the running jobs of one client, and all running jobs', async () => {
  const { runMany, running } = createSimulation({ size: 4, clientSize: 3 })
  runMany('a', 10, 20)
  await vi.advanceTimersByTimeAsync(1)
  expect(running).toEqual(['a', 'a', 'a'])
  runMany('b', 10, 20)
  await vi.advanceTimersByTimeAsync(1)
  expect(running).toEqual(['a', 'a', 'a', 'b'])
})

test('runs the jobs of slow clients one at a time, and lets others pass', async () => {
  const { run, runMany, running, finished } = createSimulation({ slowSize: 1, maxWaitMs: 10_000 })
  runMany('slow', 20, 1000)
  runMany('slow too', 20, 1000)
  await vi.advanceTimersByTimeAsync(2500)
  expect(running).toHaveLength(1)
  const began = performance.now()
  const quick = Array.from({ length: 9 }, () => run('quick', 10))
  await vi.advanceTimersByTimeAsync(100)
  await Promise.all(quick)
  expect(performance.now() - began).toBe(100)
  await vi.advanceTimersByTimeAsync(6000)
  expect(running).toHaveLength(1)
  const turns = finished.filter((client) => client !== 'quick').slice(-6)
  expect(new Set(turns)).toEqual(new Set(['slow', 'slow too']))
})

test('does not count a client as slow on a machine where every job is slow', async () => {
  const { runMany, finished } = createSimulation({ slowSize: 1 })
  const jobs = runMany('member', 40, 120)
  for (let n = 0; n < 12; n += 1) {
    await vi.advanceTimersByTimeAsync(150)
    runMany('visitor', 1, 25)
  }
  jobs.push(...runMany('member', 1, 25))
  await vi.advanceTimersByTimeAsync(3000)
  expect(finished.filter((client) => client === 'member')).toHaveLength(41)
  expect(await Promise.all(jobs)).not.toContain('ClientBusyError')
})

test('counts a client as slow as soon as the jobs of others show that the machine is fast', async () => {
  const { run, runMany, running } = createSimulation({ slowSize: 1, size: 8, maxWaitMs: 60_000 })
  runMany('slow', 60, 300)
  await vi.advanceTimersByTimeAsync(1000)
  void run('quick', 2)
  await vi.advanceTimersByTimeAsync(1800)
  expect(running).toEqual(['slow'])
})

test('stops treating a client as slow after a while', async () => {
  const { runMany, running } = createSimulation({ slowSize: 1 })
  runMany('slow', 4, 2000)
  await vi.advanceTimersByTimeAsync(2001)
  runMany('slow', 4, 10)
  await vi.advanceTimersByTimeAsync(1)
  expect(running).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(40_000)
  runMany('slow', 4, 10)
  await vi.advanceTimersByTimeAsync(1)
  expect(running).toHaveLength(4)
})

test('immediately rejects a client whose queue is full, and no other', async () => {
  const { run, runMany } = createSimulation({ size: 1, clientQueue: 5 })
  const many = runMany('many', 9, 10)
  await expect(many[8]).resolves.toBe('ClientBusyError')
  expect(performance.now()).toBe(0)
  const other = run('other', 10)
  await vi.advanceTimersByTimeAsync(200)
  await expect(other).resolves.toBe('other')
  const names = await Promise.all(many)
  expect(names.filter((name) => name === 'ClientBusyError')).toHaveLength(3)
})

test('immediately rejects jobs when the wait would be too long, and recovers', async () => {
  const { run, runMany } = createSimulation({ size: 1, maxWaitMs: 1000 })
  await Promise.all([vi.advanceTimersByTimeAsync(1000), ...runMany('before', 10, 100)])
  const all = Array.from({ length: 40 }, (_, i) => runMany(`client ${i}`, 1, 100)).flat()
  const rejected = run('late', 100)
  await expect(rejected).rejects.toThrow(QueueFullError)
  await vi.advanceTimersByTimeAsync(1100)
  const names = await Promise.all(all)
  expect(names.filter((name) => name === 'QueueFullError').length).toBeGreaterThan(20)
  const after = run('late', 100)
  await vi.advanceTimersByTimeAsync(100)
  await expect(after).resolves.toBe('late')
})

test('rejects a job after the maximum wait, with a client error only when the client has used its share', async () => {
  const { run, runMany } = createSimulation({ size: 3, clientSize: 2, maxWaitMs: 500 })
  runMany('a', 2, 2000)
  runMany('b', 1, 2000)
  const own = run('a', 10)
  const other = run('c', 10)
  const failures = Promise.allSettled([own, other])
  await vi.advanceTimersByTimeAsync(501)
  const reasons = (await failures).map((result) => (result.status === 'rejected' ? result.reason : undefined))
  expect(reasons).toEqual([expect.any(ClientBusyError), expect.any(QueueFullError)])
})

test('immediately rejects new clients when the jobs of other new clients have become slow', async () => {
  const { run } = createSimulation({ size: 1, maxWaitMs: 3000 })
  const crowd = Array.from({ length: 60 }, (_, i) => run(`client ${i}`, 100).catch(() => undefined))
  await vi.advanceTimersByTimeAsync(2001)
  const outcome = run('newcomer', 10).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(0)
  expect(await Promise.race([outcome, 'still waiting'])).toBeInstanceOf(QueueFullError)
  await vi.advanceTimersByTimeAsync(6000)
  await Promise.all(crowd)
})
