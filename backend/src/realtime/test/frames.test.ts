import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodePush, openRawSocket } from './raw-socket.ts'
import { createTestRealtime, type TestRealtime } from './test-realtime.ts'

let realtime: TestRealtime
beforeAll(async () => {
  realtime = await createTestRealtime()
})
afterAll(() => realtime[Symbol.asyncDispose]())

const WITH_SELF = { broadcast: { self: true } }

async function openV1(topic: string) {
  const raw = await openRawSocket(realtime, { version: '1.0.0' })
  const payload = { config: WITH_SELF }
  raw.socket.send(JSON.stringify({ topic, event: 'phx_join', payload, ref: '1', join_ref: '1' }))
  expect(await raw.next()).toEqual({
    topic,
    event: 'phx_reply',
    payload: { status: 'ok', response: { postgres_changes: [] } },
    ref: '1',
  })
  return raw
}

async function openV2(topic: string) {
  const raw = await openRawSocket(realtime)
  await raw.join(topic, WITH_SELF)
  return raw
}

test('sends a JSON broadcast to version 2.0.0 as kind 4 with byte lengths (realtime 2)', async () => {
  const topic = 'realtime:Zürich-🏔'
  const raw = await openV2(topic)
  raw.socket.send(encodePush({}, topic, 'größe', '{"ß":"é"}'))
  const name = Buffer.from(topic)
  const event = Buffer.from('größe')
  const header = Buffer.from([4, name.length, event.length, 0, 1])
  expect(await raw.next()).toEqual(Buffer.concat([header, name, event, Buffer.from('{"ß":"é"}')]))
  raw.socket.close()
})

test('sends raw bytes to version 2.0.0 unchanged, and not to version 1.0.0 (realtime 2)', async () => {
  const topic = 'realtime:bytes'
  const [v1, v2] = await Promise.all([openV1(topic), openV2(topic)])
  const bytes = Buffer.from([0, 255, 128, 10])
  v2.socket.send(encodePush({}, topic, 'e', bytes))
  const frame = (await v2.next()) as Buffer
  expect(frame.subarray(0, 5)).toEqual(Buffer.from([4, topic.length, 1, 0, 0]))
  expect(frame.subarray(5 + topic.length + 1)).toEqual(bytes)
  v1.socket.send(JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '9' }))
  expect(await v1.next()).toMatchObject({ topic: 'phoenix', ref: '9' })
  v1.socket.close()
  v2.socket.close()
})

test('sends a binary broadcast to version 1.0.0 as text (realtime 2)', async () => {
  const topic = 'realtime:mixed'
  const [v1, v2] = await Promise.all([openV1(topic), openV2(topic)])
  v2.socket.send(encodePush({}, topic, 'e', '{"a":1}'))
  const payload = { type: 'broadcast', event: 'e', payload: { a: 1 } }
  expect(await v1.next()).toEqual({ topic, event: 'broadcast', payload, ref: null })
  v1.socket.close()
  v2.socket.close()
})

test('passes the other fields of a text broadcast on (realtime 4)', async () => {
  const topic = 'realtime:fields'
  const raw = await openV2(topic)
  const payload = { type: 'broadcast', event: 'e', payload: { a: 1 }, extra: true }
  raw.send('1', '2', topic, 'broadcast', payload)
  expect(await raw.next()).toEqual([null, null, topic, 'broadcast', payload])
  raw.socket.close()
})

test('does not pass malformed JSON on (realtime 2)', async () => {
  const topic = 'realtime:malformed'
  const raw = await openV2(topic)
  for (const text of ['{', '', 'undefined']) raw.socket.send(encodePush({}, topic, 'e', text))
  expect(await raw.drain()).toEqual([])
  raw.socket.close()
})

test('accepts numbers as ref and join_ref and echoes them unchanged (realtime 2)', async () => {
  const topic = 'realtime:numbers'
  const v2 = await openRawSocket(realtime)
  v2.socket.send(JSON.stringify([1, 2, topic, 'phx_join', { config: WITH_SELF }]))
  expect(await v2.next()).toMatchObject([1, 2, topic, 'phx_reply', { status: 'ok' }])
  v2.socket.send(encodePush({ joinRef: '1' }, topic, 'e', '{}'))
  expect(await v2.next()).toBeInstanceOf(Buffer)
  v2.socket.send(JSON.stringify([1, 3, topic, 'phx_leave', {}]))
  expect(await v2.next()).toMatchObject([1, 3, topic, 'phx_reply', { status: 'ok' }])
  v2.socket.close()
  const v1 = await openRawSocket(realtime, { version: '1.0.0' })
  v1.socket.send(JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: 7 }))
  expect(await v1.next()).toMatchObject({ topic: 'phoenix', event: 'phx_reply', ref: 7 })
  v1.socket.close()
})
