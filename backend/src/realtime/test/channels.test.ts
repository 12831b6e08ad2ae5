import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRawSocket, toReply } from './raw-socket.ts'
import { createTestRealtime, type TestRealtime } from './test-realtime.ts'

let realtime: TestRealtime
beforeAll(async () => {
  realtime = await createTestRealtime()
})
afterAll(() => realtime[Symbol.asyncDispose]())

const JOINED = { postgres_changes: [] }

test('replies to a join with the list of changes (realtime 3)', async () => {
  const raw = await openRawSocket(realtime)
  expect(await raw.join('realtime:a')).toEqual(toReply('1', '1', 'realtime:a', 'ok', JOINED))
  raw.socket.close()
})

test('closes the old channel when a topic is joined again (realtime 3)', async () => {
  const raw = await openRawSocket(realtime)
  await raw.join('realtime:a')
  raw.send('8', '9', 'realtime:a', 'phx_join', { config: {} })
  expect(await raw.next()).toEqual(['1', '1', 'realtime:a', 'phx_close', {}])
  expect(await raw.next()).toEqual(toReply('8', '9', 'realtime:a', 'ok', JOINED))
  expect(realtime.service.counters.channels).toBe(1)
  raw.socket.close()
})

test('replies to a leave and closes the channel (realtime 3)', async () => {
  const raw = await openRawSocket(realtime)
  await raw.join('realtime:a')
  raw.send('1', '2', 'realtime:a', 'phx_leave', {})
  expect(await raw.next()).toEqual(toReply('1', '2', 'realtime:a', 'ok', {}))
  expect(await raw.next()).toEqual(['1', '1', 'realtime:a', 'phx_close', {}])
  raw.send('1', '3', 'realtime:a', 'phx_leave', {})
  expect(await raw.next()).toEqual(toReply('1', '3', 'realtime:a', 'ok', {}))
  expect(await raw.drain()).toEqual([])
  raw.socket.close()
})

test('handles a leave of the previous join that arrives during the next join (realtime 3)', async () => {
  const raw = await openRawSocket(realtime)
  raw.send('1', '1', 'realtime:a', 'phx_join', { config: {} })
  raw.send('1', '2', 'realtime:a', 'phx_leave', {})
  expect(await raw.next()).toEqual(toReply('1', '1', 'realtime:a', 'ok', JOINED))
  expect(await raw.next()).toEqual(toReply('1', '2', 'realtime:a', 'ok', {}))
  expect(await raw.next()).toEqual(['1', '1', 'realtime:a', 'phx_close', {}])
  raw.socket.close()
})

test('rejects events on topics that are not joined (realtime 3)', async () => {
  const raw = await openRawSocket(realtime)
  const unmatched = { reason: 'unmatched topic' }
  for (const topic of ['realtime:none', 'room:1', '', 'phoenix', 'REALTIME:a']) {
    raw.send('1', '2', topic, 'broadcast', {})
    expect(await raw.next()).toEqual(toReply(null, '2', topic, 'error', unmatched))
  }
  raw.send('1', '3', 'room:1', 'phx_join', {})
  expect(await raw.next()).toEqual(toReply(null, '3', 'room:1', 'error', unmatched))
  raw.socket.close()
})

test('ignores unknown events and those of an older join (realtime 3)', async () => {
  const raw = await openRawSocket(realtime)
  await raw.join('realtime:a', { broadcast: { ack: true } })
  raw.send('1', '2', 'realtime:a', 'constructor', {})
  raw.send('0', '3', 'realtime:a', 'phx_leave', {})
  raw.send('0', '4', 'realtime:a', 'broadcast', { type: 'broadcast', event: 'e', payload: {} })
  expect(await raw.drain()).toEqual([])
  raw.socket.close()
})

test('removes the channels of a closed socket (realtime 3)', async () => {
  await expect.poll(() => realtime.service.counters.channels).toBe(0)
  const raw = await openRawSocket(realtime)
  await raw.join('realtime:a')
  await raw.join('realtime:b')
  expect(realtime.service.counters.channels).toBe(2)
  raw.socket.close()
  await raw.closed
  await expect.poll(() => realtime.service.counters.channels).toBe(0)
})
