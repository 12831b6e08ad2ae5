import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodePush, openRawSocket, toReply } from './raw-socket.ts'
import { subscribe } from './subscribe.ts'
import { createTestRealtime, type TestRealtime, VERSIONS } from './test-realtime.ts'

let realtime: TestRealtime
beforeAll(async () => {
  realtime = await createTestRealtime({
    settings: { maxPayloadBytes: 1500 },
    sql: 'create policy "members read" on realtime.messages for select to authenticated using (true)',
  })
})
afterAll(() => realtime[Symbol.asyncDispose]())

describe.each(VERSIONS)('official client, version %s (realtime 12)', (version) => {
  test('delivers a broadcast to the other members and acknowledges it (realtime 4)', async () => {
    const [alice, bob] = [realtime.connect({ version }), realtime.connect({ version })]
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const listener = bob.channel('room-ä').on('broadcast', { event: 'hello' }, resolve)
    const own: unknown[] = []
    const speaker = alice
      .channel('room-ä', { config: { broadcast: { ack: true } } })
      .on('broadcast', { event: '*' }, (message) => own.push(message))
    await Promise.all([subscribe(listener), subscribe(speaker)])
    expect(await speaker.send({ type: 'broadcast', event: 'hello', payload: { name: 'Zoë' } })).toBe('ok')
    expect(await promise).toEqual({ type: 'broadcast', event: 'hello', payload: { name: 'Zoë' } })
    expect(own).toEqual([])
  })

  test('delivers a broadcast to its sender when requested (realtime 4)', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const channel = realtime
      .connect({ version })
      .channel('self', { config: { broadcast: { self: true } } })
      .on('broadcast', { event: 'hello' }, resolve)
    await subscribe(channel)
    await channel.send({ type: 'broadcast', event: 'hello', payload: { a: null } })
    expect(await promise).toMatchObject({ payload: { a: null } })
  })

  test('sends through HTTP from a channel that is not joined (realtime 4)', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const listener = realtime.connect({ version }).channel('fallback').on('broadcast', { event: 'hello' }, resolve)
    await subscribe(listener)
    const speaker = realtime.connect({ version }).channel('fallback')
    expect(await speaker.send({ type: 'broadcast', event: 'hello', payload: { a: 1 } })).toBe('ok')
    expect(await promise).toMatchObject({ payload: { a: 1 } })
    expect(await speaker.httpSend('hello', { a: 2 })).toEqual({ success: true })
  })
})

test('sends bytes between sockets of version 2.0.0 (realtime 4)', async () => {
  const { promise, resolve } = Promise.withResolvers<{ payload: ArrayBuffer }>()
  const listener = realtime
    .connect()
    .channel('bytes')
    .on('broadcast', { event: 'b' }, (message) => resolve(message as unknown as { payload: ArrayBuffer }))
  const speaker = realtime.connect().channel('bytes')
  await Promise.all([subscribe(listener), subscribe(speaker)])
  await speaker.send({ type: 'broadcast', event: 'b', payload: Uint8Array.from([1, 2, 255]).buffer })
  expect([...new Uint8Array((await promise).payload)]).toEqual([1, 2, 255])
})

test('rejects payloads that are too large (realtime 4)', async () => {
  const raw = await openRawSocket(realtime)
  await raw.join('realtime:large', { broadcast: { ack: true, self: true } })
  raw.socket.send(encodePush({}, 'realtime:large', 'e', JSON.stringify('x'.repeat(1500))))
  expect(await raw.next()).toEqual(toReply('1', '2', 'realtime:large', 'error', 'payload_size_exceeded'))
  raw.send('1', '3', 'realtime:large', 'broadcast', { event: 'e', payload: 'x'.repeat(1500) })
  expect(await raw.next()).toEqual(toReply('1', '3', 'realtime:large', 'error', 'payload_size_exceeded'))
  raw.send('1', '4', 'realtime:large', 'broadcast', { event: 'e', payload: {}, beside: 'x'.repeat(1500) })
  expect(await raw.next()).toEqual(toReply('1', '4', 'realtime:large', 'error', 'payload_size_exceeded'))
  expect(await raw.drain()).toEqual([])
  raw.socket.close()
})

test('silently drops malformed and oversized broadcasts without ack (realtime 4)', async () => {
  const raw = await openRawSocket(realtime)
  await raw.join('realtime:drop', { broadcast: { self: true } })
  const payloads = [
    null,
    7,
    [],
    {},
    { event: 7 },
    { event: 'é'.repeat(200) },
    { event: 'e', payload: 'x'.repeat(1500) },
  ]
  for (const payload of payloads) raw.send('1', '2', 'realtime:drop', 'broadcast', payload)
  expect(await raw.drain()).toEqual([])
  raw.socket.close()
})

test('neither sends nor replays messages of the database that are too large (realtime 11)', async () => {
  const owner = realtime.database.connect('owner', { max: 1 })
  const send = (text: string, topic: string, isPrivate: boolean) =>
    owner`select realtime.send(jsonb_build_object('text', ${text}::text), 'e', ${topic}, ${isPrivate})`
  const large = 'x'.repeat(1600)
  const received: unknown[] = []
  const live = realtime.connect().channel('sizes')
  await subscribe(live.on('broadcast', { event: 'e' }, ({ payload }) => received.push(payload.text)))
  await send(large, 'sizes', false)
  await send('small', 'sizes', false)
  await expect.poll(() => received).toEqual(['small'])

  for (const text of ['first', large, 'last']) await send(text, 'stored', true)
  const replayed: unknown[] = []
  const client = realtime.connect()
  await client.realtime.setAuth(await realtime.signToken({}))
  const replay = { since: Date.now() - 60_000 }
  const later = client.channel('stored', { config: { private: true, broadcast: { replay } } })
  await subscribe(later.on('broadcast', { event: 'e' }, ({ payload }) => replayed.push(payload.text)))
  await expect.poll(() => replayed).toEqual(['first', 'last'])
})
