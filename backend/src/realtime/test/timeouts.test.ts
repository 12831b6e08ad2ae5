import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { encodePush, openRawSocket, type RawSocket } from './raw-socket.ts'
import { createTestRealtime, type TestRealtime } from './test-realtime.ts'

const STEP_MS = 50_000

let realtime: TestRealtime
beforeEach(async () => {
  // The sweep of the service runs on a clock that the tests advance.
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.now() })
  realtime = await createTestRealtime()
})
afterEach(async () => {
  vi.useRealTimers()
  await realtime[Symbol.asyncDispose]()
})

const isOpen = ({ socket }: RawSocket) => socket.readyState === socket.OPEN

/** Lets time pass for sockets that send heartbeats. */
async function passTime(ms: number, alive: RawSocket[]): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    for (const raw of alive) await raw.drain()
    vi.advanceTimersByTime(Math.min(STEP_MS, ms - passed))
  }
}

test('closes sockets without an inbound frame for 60 seconds (realtime 1)', async () => {
  const [silent, busy, pinging] = await Promise.all([1, 2, 3].map(() => openRawSocket(realtime)))
  if (!silent || !busy || !pinging) throw new Error('not open')
  await silent.join('realtime:a')
  vi.advanceTimersByTime(58_000)
  await busy.drain()
  const pong = new Promise((resolve) => pinging.socket.once('pong', resolve))
  pinging.socket.ping()
  await pong
  vi.advanceTimersByTime(3_000)
  expect(await silent.closed).toEqual({ code: 1000, reason: 'Idle' })
  expect([busy, pinging].map(isOpen)).toEqual([true, true])
})

test('closes sockets without a channel for 10 minutes (realtime 1)', async () => {
  const [empty, member] = await Promise.all([1, 2].map(() => openRawSocket(realtime)))
  if (!empty || !member) throw new Error('not open')
  await member.join('realtime:a')
  await passTime(595_000, [empty, member])
  await Promise.all([empty.drain(), member.drain()])
  expect(isOpen(empty)).toBe(true)
  vi.advanceTimersByTime(10_000)
  expect(await empty.closed).toEqual({ code: 1000, reason: 'No channels' })
  await member.drain()
})

test('keeps the channels of a connected app while its session is unknown, and ends them with it (realtime 9)', async () => {
  let state: 'live' | 'unknown' | 'ended' = 'live'
  const isLive = async () => {
    if (state === 'unknown') throw new Error('no database')
    return state === 'live'
  }
  await using apps = await createTestRealtime({ appSessions: { isLive, clear: () => {} } })
  const sign = (sub: string) => apps.signToken({ sub, client_id: 'walks', session_id: 's1' })
  const raw = await openRawSocket(apps)
  for (const topic of ['realtime:a', 'realtime:b']) await raw.join(topic, {}, await sign('ada'))
  const passSweep = async () => {
    vi.advanceTimersByTime(10_000)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  state = 'unknown'
  await passSweep()
  expect(await raw.drain()).toEqual([])
  raw.send('1', '2', 'realtime:b', 'access_token', { access_token: await sign('bob') })
  expect(await raw.next()).toMatchObject({ 2: 'realtime:b', 3: 'phx_error' })
  expect(await raw.join('realtime:b', {}, await sign('bob'))).toMatchObject({
    4: { response: { reason: 'Realtime was unable to connect to the project database' } },
  })
  state = 'ended'
  await passSweep()
  expect(await raw.drain()).toMatchObject([{ 2: 'realtime:a', 3: 'system' }, { 3: 'phx_close' }])
  raw.socket.close()
})

test('closes sockets with a backlog of more than 4 MiB for 5 seconds (realtime 13)', async () => {
  const [slow, recovered, writer] = await Promise.all([1, 2, 3].map(() => openRawSocket(realtime)))
  if (!slow || !recovered || !writer) throw new Error('not open')
  await Promise.all([slow, recovered, writer].map((raw) => raw.join('realtime:slow')))
  for (const raw of [slow, recovered]) raw.socket.pause()
  // The kernel takes some megabytes. More than 16 MiB would close the sockets at once.
  const megabyte = encodePush({}, 'realtime:slow', 'e', JSON.stringify('x'.repeat(1_000_000)))
  for (let count = 0; count < 15; count += 1) writer.socket.send(megabyte)
  await writer.drain()
  vi.advanceTimersByTime(4_000)
  recovered.socket.resume()
  for (let count = 0; count < 15; count += 1) await recovered.next()
  await writer.drain()
  vi.advanceTimersByTime(4_000)
  slow.socket.resume()
  expect(await slow.closed).toEqual({ code: 1013, reason: 'Too slow' })
  expect(await recovered.drain()).toEqual([])
  expect(realtime.service.counters.dropped).toBe(0)
})
