import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { RealtimeSettings } from '../settings.ts'
import { openRawSocket, type RawSocket, toReply } from './raw-socket.ts'
import { createTestRealtime, type TestRealtime } from './test-realtime.ts'

async function open(settings: Partial<RealtimeSettings>) {
  const realtime = await createTestRealtime({ settings })
  return { realtime, raw: await openRawSocket(realtime), [Symbol.asyncDispose]: () => realtime[Symbol.asyncDispose]() }
}

/** Expects the system error and the end of the channel. */
async function expectEnd(raw: RawSocket, topic: string, message: string) {
  const payload = { extension: 'system', status: 'error', message, channel: topic.slice('realtime:'.length) }
  expect(await raw.next()).toEqual(['1', null, topic, 'system', payload])
  expect(await raw.next()).toEqual(['1', '1', topic, 'phx_close', {}])
}

test('limits the number of connections (realtime 11)', async () => {
  await using set = await open({ maxConnections: 2 })
  await openRawSocket(set.realtime)
  await expect(openRawSocket(set.realtime)).rejects.toThrow('429')
})

test('limits the number of connections from one address (realtime 11)', async () => {
  await using set = await open({ maxConnectionsPerAddress: 1 })
  await expect(openRawSocket(set.realtime)).rejects.toThrow('429')
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  await openRawSocket(set.realtime, { headers })
  await expect(openRawSocket(set.realtime, { headers })).rejects.toThrow('429')
})

test('limits the number of channels of a socket, which stays open (realtime 11)', async () => {
  await using set = await open({ maxChannelsPerConnection: 2 })
  for (const name of ['a', 'b']) await set.raw.join(`realtime:${name}`)
  const response = { reason: 'ChannelRateLimitReached: Too many channels' }
  expect(await set.raw.join('realtime:c')).toEqual(toReply('1', '1', 'realtime:c', 'error', response))
  set.raw.send('1', '2', 'realtime:a', 'phx_leave', {})
  await set.raw.drain()
  expect(await set.raw.join('realtime:c')).toMatchObject({ 4: { status: 'ok' } })
})

test('limits joins and makes the client reconnect (realtime 11)', async () => {
  await using set = await open({ maxJoinsPerSecond: 1 })
  for (let count = 0; count < 60; count += 1) await set.raw.join(`realtime:${count}`)
  set.raw.send('1', '1', 'realtime:b', 'phx_join', {})
  const response = { reason: 'ClientJoinRateLimitReached: Too many joins per second' }
  expect(await set.raw.next()).toEqual(toReply('1', '1', 'realtime:b', 'error', response))
  expect(await set.raw.closed).toEqual({ code: 1001, reason: 'Too many joins per second' })
  await expect(openRawSocket(set.realtime)).rejects.toThrow('429')
})

test('lets other clients join when one joins too often (realtime 11)', async () => {
  await using set = await open({ maxJoinsPerSecond: 1 })
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  const present = await openRawSocket(set.realtime, { headers })
  for (let count = 0; count < 200; count += 1) set.raw.send('1', '1', `realtime:${count}`, 'phx_join', {})
  expect(await set.raw.closed).toMatchObject({ code: 1001 })
  await expect(openRawSocket(set.realtime)).rejects.toThrow('429')
  const late = await openRawSocket(set.realtime, { headers: { 'x-forwarded-for': '192.0.2.2' } })
  for (const raw of [present, late]) expect(await raw.join('realtime:a')).toMatchObject({ 4: { status: 'ok' } })
})

test('ends channels that send too many messages (realtime 11)', async () => {
  await using set = await open({ maxMessagesPerSecond: 1 })
  await set.raw.join('realtime:a')
  for (let count = 0; count < 62; count += 1)
    set.raw.send('1', '2', 'realtime:a', 'broadcast', { event: 'e', payload: {} })
  await expectEnd(set.raw, 'realtime:a', 'Too many messages per second')
})

const MESSAGE = { topic: 'a', event: 'e', payload: {} }

function post({ url }: TestRealtime, messages: unknown[], headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { apikey: 'sb_publishable_test', 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ messages }),
  })
}

test('lets others post while one program posts too many messages (realtime 11)', async () => {
  await using set = await open({ maxMessagesPerSecond: 1 })
  for (let count = 0; count < 60; count += 1) await post(set.realtime, [MESSAGE])
  const response = await post(set.realtime, [MESSAGE])
  expect(response.status).toBe(429)
  expect(await response.json()).toEqual({ message: 'You have exceeded your rate limit' })
  expect(response.headers.get('retry-after')).toBe('60')
  expect((await post(set.realtime, [MESSAGE], { 'x-forwarded-for': '192.0.2.1' })).status).toBe(202)
})

test('limits the size of batches in the HTTP API (realtime 4)', async () => {
  await using set = await open({ maxMessagesPerSecond: 1 })
  const response = await post(set.realtime, [MESSAGE, MESSAGE])
  expect(response.status).toBe(429)
  expect(response.headers.has('retry-after')).toBe(false)
  expect(await response.json()).toEqual({ message: 'Too many messages to broadcast, please reduce the batch size' })
})

test('ends channels that call presence too often (realtime 11)', async () => {
  await using set = await open({ maxPresenceCalls: 2 })
  await set.raw.join('realtime:a')
  for (let count = 0; count < 3; count += 1) set.raw.send('1', '2', 'realtime:a', 'presence', { event: 'untrack' })
  for (let count = 0; count < 2; count += 1) await set.raw.next()
  await expectEnd(set.raw, 'realtime:a', 'Client presence rate limit exceeded')
})

test('allows presence calls again after the window (realtime 11)', async () => {
  await using set = await open({ maxPresenceCalls: 1, presenceCallsWindowMs: 50 })
  await set.raw.join('realtime:a')
  for (let count = 0; count < 2; count += 1) {
    set.raw.send('1', '2', 'realtime:a', 'presence', { event: 'untrack' })
    expect(await set.raw.next()).toMatchObject({ 4: { status: 'ok' } })
    await sleep(60)
  }
})

test('ends channels when presence is too busy, or a payload too large (realtime 11)', async () => {
  await using set = await open({ maxPresenceMessagesPerSecond: 1, maxPresenceCalls: 100, maxPayloadBytes: 100 })
  await set.raw.join('realtime:a')
  set.raw.send('1', '2', 'realtime:a', 'presence', { event: 'track', payload: { text: 'x'.repeat(100) } })
  await expectEnd(set.raw, 'realtime:a', 'Track message size exceeded')
  await set.raw.join('realtime:a')
  for (let count = 0; count < 60; count += 1) set.raw.send('1', '2', 'realtime:a', 'presence', { event: 'untrack' })
  for (let count = 0; count < 59; count += 1) await set.raw.next()
  await expectEnd(set.raw, 'realtime:a', 'Too many presence messages per second')
})

test('ends channels whose presence key is too large (realtime 11)', async () => {
  await using set = await open({ maxPayloadBytes: 100 })
  await set.raw.join('realtime:a', { presence: { key: 'x'.repeat(100) } })
  set.raw.send('1', '2', 'realtime:a', 'presence', { event: 'track', payload: {} })
  await expectEnd(set.raw, 'realtime:a', 'Track message size exceeded')
})

test('keeps the channels of others when one client calls presence too often (realtime 11)', async () => {
  await using set = await open({ maxPresenceMessagesPerSecond: 1, maxPresenceCalls: 1000 })
  const other = await openRawSocket(set.realtime)
  for (const raw of [set.raw, other]) await raw.join('realtime:a')
  for (let count = 0; count < 100; count += 1) set.raw.send('1', '2', 'realtime:a', 'presence', { event: 'untrack' })
  await expect.poll(() => set.realtime.service.counters.channels).toBe(1)
  other.send('1', '2', 'realtime:a', 'presence', { event: 'untrack' })
  expect(await other.next()).toMatchObject({ 4: { status: 'ok' } })
})

test('delivers changes to others while one client sends too many messages (realtime 11)', async () => {
  await using realtime = await createTestRealtime({
    settings: { maxMessagesPerSecond: 1 },
    sql: `
      create table public.notes (id int primary key);
      grant select on public.notes to anon;
      alter publication supabase_realtime add table public.notes;`,
  })
  const [raw, flooding] = [await openRawSocket(realtime), await openRawSocket(realtime)]
  await raw.join('realtime:a', { postgres_changes: [{ event: '*', schema: 'public', table: 'notes' }] })
  expect(await raw.next()).toMatchObject({ 3: 'system', 4: { status: 'ok' } })
  for (let count = 0; count < 100; count += 1) flooding.send(null, '1', 'phoenix', 'heartbeat', {})
  await flooding.drain()
  await realtime.database.connect('owner', { max: 1 })`insert into public.notes values (1)`
  expect(await raw.next()).toMatchObject({ 3: 'postgres_changes' })
})

test('limits the postgres_changes of a channel, which stays joined (realtime 11)', async () => {
  await using set = await open({})
  const entry = { event: '*', schema: 'public', table: 'notes' }
  await set.raw.join('realtime:a', { postgres_changes: Array.from({ length: 101 }, () => entry) })
  const message = 'at most 100 postgres_changes are allowed in a channel'
  expect(await set.raw.next()).toMatchObject({ 3: 'system', 4: { status: 'error', message } })
  expect(set.realtime.service.counters.channels).toBe(1)
})

test('rejects public channels when only private ones are allowed (realtime 3.1)', async () => {
  await using set = await open({ isPrivateOnly: true })
  const response = { reason: 'PrivateOnly: This project only allows private channels' }
  expect(await set.raw.join('realtime:a')).toEqual(toReply('1', '1', 'realtime:a', 'error', response))
})
