import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ServerProcess } from './server-process.ts'
import { supervise } from './supervise.ts'

/** Runs of a server that end when the test decides. */
function createRuns() {
  const ends: ((reason: string) => void)[] = []
  const start = async (): Promise<ServerProcess> => {
    const { promise: ended, resolve } = Promise.withResolvers<string>()
    ends.push(resolve)
    return { pid: ends.length, ended, stop: async () => resolve('stopped') }
  }
  return { ends, start }
}

async function endRun(ends: ((reason: string) => void)[], run: number): Promise<void> {
  ends[run]?.(`it was killed, run ${run}`)
  for (let turn = 0; turn < 3; turn++) await nextTurn()
}

test('restarts a server that dies, but not one that is stopped', async () => {
  const { ends, start } = createRuns()
  const notices: string[] = []
  const server = await supervise(start, (line) => notices.push(line))
  await endRun(ends, 0)
  expect(ends).toHaveLength(2)
  expect(notices).toEqual(['PostgreSQL ended unexpectedly: it was killed, run 0. Starting it again.'])
  await server.stop()
  await nextTurn()
  expect(ends).toHaveLength(2)
})

test('gives up on a server that keeps crashing, and reports its last output', async () => {
  const { ends, start } = createRuns()
  const server = await supervise(start, () => {})
  for (const run of [0, 1, 2, 3]) await endRun(ends, run)
  expect((await server.lost).message).toBe('PostgreSQL keeps crashing: it was killed, run 3.')
  expect(ends).toHaveLength(4)
})

test('gives up on a server that cannot be restarted, and reports the reason', async () => {
  const { ends, start } = createRuns()
  let starts = 0
  const server = await supervise(
    async () => {
      starts += 1
      if (starts > 1) throw new Error('PostgreSQL cannot start: the disk is full.')
      return start()
    },
    () => {},
  )
  await endRun(ends, 0)
  expect((await server.lost).message).toBe('PostgreSQL cannot start: the disk is full.')
})
