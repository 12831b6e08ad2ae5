import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchBuilds } from './build-watch.ts'

/** Watches a server that responds with the given bodies in order; `null` breaks the connection. */
async function watch(...bodies: (string | null)[]) {
  const requested: string[] = []
  const server = createServer((request, response) => {
    requested.push(request.url ?? '')
    const body = bodies[requested.length - 1] ?? '{"id":"own"}'
    if (bodies[requested.length - 1] === null) request.socket.destroy()
    else response.end(body)
  }).listen(0)
  await new Promise((settle) => server.once('listening', settle))
  onTestFinished(() => void server.close())
  const clock = createClock()
  const onUpdate = vi.fn()
  const latestUrl = `http://localhost:${(server.address() as AddressInfo).port}/builds/latest.json`
  watchBuilds({ latestUrl, ownId: 'own', onUpdate }, clock as unknown as typeof globalThis)
  /** Advances the clock by one interval, then waits until the watch sleeps again or has stopped. */
  const pass = async () => {
    clock.ring()
    while (clock.waits.length === 0 && onUpdate.mock.calls.length === 0) await new Promise((go) => setImmediate(go))
  }
  return { requested, onUpdate, pass, waits: clock.waits }
}

/** A clock that advances only when the test says so. */
function createClock() {
  const waits: number[] = []
  let handle = () => {}
  return {
    waits,
    setTimeout: (run: () => void, ms: number) => {
      handle = run
      waits.push(ms)
    },
    ring: () => {
      waits.length = 0
      handle()
    },
  }
}

test('polls for the newest build every hour, bypassing caches (runtime 6.5)', async () => {
  const { requested, onUpdate, pass, waits } = await watch()
  expect([requested, waits]).toEqual([[], [3_600_000]])
  await pass()
  expect(waits).toEqual([3_600_000])
  await pass()
  expect(requested).toHaveLength(2)
  for (const url of requested) expect(url).toMatch(/^\/builds\/latest\.json\?\d+$/)
  expect(onUpdate).not.toHaveBeenCalled()
})

test('reports a new build once and stops polling (runtime 6.5)', async () => {
  const { requested, onUpdate, pass, waits } = await watch('{"id":"other"}')
  await pass()
  expect(onUpdate).toHaveBeenCalledTimes(1)
  expect([requested.length, waits]).toEqual([1, []])
})

test('ignores failed polls and invalid responses (runtime 6.5)', async () => {
  const { requested, onUpdate, pass } = await watch(null, '<html>', '{"id":7}', '{"id":"other"}')
  for (let hour = 1; hour <= 4; hour += 1) await pass()
  expect(requested).toHaveLength(4)
  expect(onUpdate).toHaveBeenCalledTimes(1)
})
