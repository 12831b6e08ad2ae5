import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLog } from '../http/log.ts'
import { createWebProcesses } from './create-web-processes.ts'
import type { WebProcess } from './launch-process.ts'
import type { Ready, ToProcess } from './messages.ts'

interface TestProcess extends WebProcess {
  messages: ToProcess[]
  becomeReady(): void
  becomeListening(): void
  end(reason: string): void
}

/** Processes that become ready and end when the test decides. */
function createProcesses(count: number, { sockets = 4, placement = Promise.resolve({ processes: count }) } = {}) {
  const launched: TestProcess[] = []
  const launch = (number: number): TestProcess => {
    const ready = Promise.withResolvers<Ready | undefined>()
    const ended = Promise.withResolvers<string>()
    const listening = Promise.withResolvers<void>()
    const messages: ToProcess[] = []
    const end = (reason: string) => {
      ready.resolve(undefined)
      ended.resolve(reason)
    }
    const launchedProcess = {
      number,
      pid: launched.length,
      ready: ready.promise,
      listening: listening.promise,
      ended: ended.promise,
      messages,
      send: (message: ToProcess) => {
        messages.push(message)
        if (message.kind === 'end' || message.kind === 'retire') end('exit code 0')
      },
      kill: () => end('SIGKILL'),
      becomeReady: () => ready.resolve({ kind: 'ready', welcome: `welcome ${number}` }),
      becomeListening: listening.resolve,
      end,
    }
    launched.push(launchedProcess)
    return launchedProcess
  }
  const log = createLog('error', () => undefined)
  const webProcesses = createWebProcesses({ count, sockets, launch, placement, log, pausesMs: [0, 60] })
  const find = async (index: number) => {
    await expect.poll(() => launched[index], { interval: 5 }).toBeDefined()
    const found = launched[index]
    if (!found) throw new Error(`There is no process ${index}.`)
    return found
  }
  return { webProcesses, launched, find }
}

/** Starts web processes that are ready at once. */
async function startProcesses(count: number, options?: { sockets: number }) {
  const processes = createProcesses(count, options)
  const started = processes.webProcesses.start()
  for (let index = 0; index < count; index += 1) {
    const begun = await processes.find(index)
    begun.becomeReady()
    begun.becomeListening()
  }
  await started
  await expect.poll(() => processes.launched.at(-1)?.messages.some(({ kind }) => kind === 'listen')).toBe(true)
  return processes
}

const listKinds = ({ messages }: { messages: ToProcess[] }) => messages.map(({ kind }) => kind)
const listDescriptors = ({ messages }: { messages: ToProcess[] }) =>
  messages.flatMap((message) => (message.kind === 'listen' ? [message.descriptors] : []))

test('launches the first process at once, and lets it start when its placement is known', async () => {
  const { promise: placement, resolve: place } = Promise.withResolvers<{ processes: number }>()
  const { webProcesses, find } = createProcesses(1, { placement })
  const started = webProcesses.start()
  const first = await find(0)
  expect(listKinds(first)).toEqual([])
  place({ processes: 1 })
  await expect.poll(() => listKinds(first)).toEqual(['start'])
  first.becomeReady()
  first.becomeListening()
  expect(await started).toBe('welcome 1')
})

test('reports the start once the first process accepts connections', async () => {
  const { webProcesses, find } = createProcesses(1)
  let isStarted = false
  const started = webProcesses.start().finally(() => {
    isStarted = true
  })
  const first = await find(0)
  first.becomeReady()
  await expect.poll(() => listKinds(first)).toContain('listen')
  await sleep(20)
  expect(isStarted).toBe(false)
  first.becomeListening()
  expect(await started).toBe('welcome 1')
})

test('assigns sockets to each process, and the chores to one', async () => {
  const { launched } = await startProcesses(2)
  expect(launched.map(({ number }) => number)).toEqual([1, 2])
  expect(launched.map(listDescriptors)).toEqual([[[4, 6]], [[5, 7]]])
  expect(launched.map(listKinds)).toEqual([
    ['start', 'listen', 'chores'],
    ['start', 'listen'],
  ])
})

test('lets all processes listen on the only socket of a system that cannot share a port', async () => {
  const { launched } = await startProcesses(2, { sockets: 1 })
  expect(launched.map(listDescriptors)).toEqual([[[4]], [[4]]])
})

test('returns nothing when the first process ends before it is ready', async () => {
  const { webProcesses, find, launched } = createProcesses(2)
  const started = webProcesses.start()
  ;(await find(0)).end('exit code 1')
  expect(await started).toBeUndefined()
  expect(launched).toHaveLength(1)
})

test('replaces a process that ends, and moves its chores', async () => {
  const { launched, find } = await startProcesses(2)
  launched[0]?.end('SIGKILL')
  const replacement = await find(2)
  expect(replacement.number).toBe(1)
  expect(launched[1] && listKinds(launched[1])).toEqual(['start', 'listen', 'chores'])
  replacement.becomeReady()
  await expect.poll(() => listDescriptors(replacement)).toEqual([[4, 6]])
  expect(listKinds(replacement)).toEqual(['start', 'listen'])
})

test('pauses before it starts a process that fails again, and lets another process listen in the meantime', async () => {
  const { launched, find } = await startProcesses(2)
  launched[0]?.end('SIGKILL')
  ;(await find(2)).end('exit code 1')
  await sleep(20)
  expect(launched).toHaveLength(3)
  expect(launched[1] && listDescriptors(launched[1]).at(-1)).toEqual([4, 5, 6, 7])
  expect((await find(3)).number).toBe(1)
})

test('retires each process once its successor serves', async () => {
  const { webProcesses, launched, find } = await startProcesses(2)
  const restarted = webProcesses.restart()
  const first = await find(2)
  expect(launched[0] && listKinds(launched[0])).not.toContain('retire')
  first.becomeReady()
  ;(await find(3)).becomeReady()
  await restarted
  expect(launched.map(({ number }) => number)).toEqual([1, 2, 1, 2])
  expect(launched.slice(0, 2).every((old) => listKinds(old).includes('retire'))).toBe(true)
  expect(launched.flatMap(listKinds).filter((kind) => kind === 'chores').length).toBeGreaterThan(1)
})

test('keeps the old processes when a successor does not start', async () => {
  const { webProcesses, launched, find } = await startProcesses(2)
  const restarted = webProcesses.restart()
  ;(await find(2)).end('exit code 1')
  await restarted
  expect(launched).toHaveLength(3)
  expect(launched.slice(0, 2).flatMap(listKinds)).not.toContain('retire')
})

test('ends all processes and replaces none', async () => {
  const { webProcesses, launched } = await startProcesses(2)
  await webProcesses.end()
  expect(launched.map((each) => listKinds(each).at(-1))).toEqual(['end', 'end'])
  await sleep(20)
  expect(launched).toHaveLength(2)
})
