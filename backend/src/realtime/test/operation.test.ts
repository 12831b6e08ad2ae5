import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodePush, openRawSocket } from './raw-socket.ts'
import { createTestRealtime, type TestRealtime } from './test-realtime.ts'

let realtime: TestRealtime
beforeAll(async () => {
  realtime = await createTestRealtime()
})
afterAll(() => realtime[Symbol.asyncDispose]())

test('closes sockets that do not read, with little effect on the others (realtime 13)', async () => {
  const [slow, reader, writer] = await Promise.all([1, 2, 3].map(() => openRawSocket(realtime)))
  if (!slow || !reader || !writer) throw new Error('not open')
  await Promise.all([slow, reader, writer].map((raw) => raw.join('realtime:slow')))
  slow.socket.pause()
  const push = encodePush({}, 'realtime:slow', 'e', JSON.stringify('x'.repeat(1_000_000)))
  // The service also ends the connection of a socket that has not read its close frame after five more seconds.
  for (let count = 0; count < 40 && realtime.service.counters.dropped === 0; count += 1) {
    writer.socket.send(push)
    await reader.next()
  }
  expect(realtime.service.counters.dropped).toBeGreaterThan(0)
  slow.socket.resume()
  expect(await slow.closed).toMatchObject({ code: 1013 })
  for (const raw of [reader, writer]) raw.socket.close()
})

test('counts connections, channels and messages (realtime 13)', async () => {
  await expect.poll(() => realtime.service.counters.connections).toBe(0)
  const { messagesIn, messagesOut } = realtime.service.counters
  const raw = await openRawSocket(realtime)
  await raw.join('realtime:count', { broadcast: { self: true } })
  raw.socket.send(encodePush({}, 'realtime:count', 'e', '{}'))
  await raw.next()
  expect(realtime.service.counters).toMatchObject({
    connections: 1,
    channels: 1,
    messagesIn: messagesIn + 2,
    messagesOut: messagesOut + 1,
  })
  raw.socket.close()
})

test('closes sockets with 1012 at shutdown, after which clients join again (realtime 13)', async () => {
  const other = await createTestRealtime()
  const sockets = await Promise.all(Array.from({ length: 120 }, () => openRawSocket(other)))
  const started = Date.now()
  const closing = other.service.close()
  const codes = await Promise.all(sockets.map(({ closed }) => closed))
  await closing
  expect(Date.now() - started).toBeLessThan(5_000)
  expect(new Set(codes.map(({ code }) => code))).toEqual(new Set([1012]))
  await expect(openRawSocket(other)).rejects.toThrow('429')
  await other[Symbol.asyncDispose]()
})
