import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodePush, openRawSocket } from './raw-socket.ts'
import { createTestRealtime, type TestRealtime } from './test-realtime.ts'

let realtime: TestRealtime
beforeAll(async () => {
  realtime = await createTestRealtime()
})
afterAll(() => realtime[Symbol.asyncDispose]())

const PARTS = [
  ...[null, '', 'realtime:a', 'realtime:', 'phoenix', 'x'.repeat(300), '\u0000', '\ud800', '__proto__', 'constructor'],
  ...[
    'phx_join',
    'phx_leave',
    'phx_close',
    'phx_reply',
    'access_token',
    'broadcast',
    'presence',
    'heartbeat',
    'toString',
  ],
  ...[7, -1, true, [], {}, [[]], { event: 'track', payload: {} }, { event: 'track', payload: '\u0000' }],
  ...[
    { access_token: {} },
    { access_token: '\u0000' },
    { config: { presence: { key: '__proto__', enabled: 'true' } } },
  ],
  ...[
    { event: '\ud800', payload: '\ud800' },
    { config: { postgres_changes: [[], 7, { event: 7, select: 7, filter: 7 }] } },
  ],
]

test('keeps running after 3,000 random messages', async () => {
  let seed = 7
  const random = (length: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * length)
  }
  const pick = () => PARTS[random(PARTS.length)]
  for (const version of ['1.0.0', '2.0.0']) {
    const raw = await openRawSocket(realtime, { version })
    for (let count = 0; count < 1_500; count += 1) {
      const [joinRef, ref, topic, event, payload] = [pick(), pick(), pick(), pick(), pick()]
      const message =
        version === '1.0.0' ? { topic, event, payload, ref, join_ref: joinRef } : [joinRef, ref, topic, event, payload]
      raw.socket.send(JSON.stringify(message))
    }
    raw.socket.close()
  }
  const raw = await openRawSocket(realtime)
  expect(await raw.join('realtime:after')).toMatchObject({ 4: { status: 'ok' } })
  raw.socket.close()
})

test('drops messages that are nested too deep, and keeps running (realtime 1)', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const raw = await openRawSocket(realtime)
  await raw.join('realtime:a', { broadcast: { self: true } })
  raw.socket.send(`["1","2","realtime:a","broadcast",{"event":"e","payload":${deep}}]`)
  raw.socket.send(`["1","2","realtime:a","presence",{"event":"track","payload":{"a":${deep}}}]`)
  raw.socket.send(`["1","2","realtime:b","phx_join",{"config":{"postgres_changes":[{"a":${deep}}]}}]`)
  raw.socket.send(encodePush({}, 'realtime:a', 'e', deep))
  expect(await raw.drain()).toEqual([])
  raw.socket.close()
  for (const [path, body] of [
    ['', `{"messages":[{"topic":"a","event":"e","payload":{"a":${deep}}}]}`],
    ['/a/events/e', deep],
  ]) {
    const headers = { apikey: 'sb_publishable_test', 'content-type': 'application/json' }
    const url = `${realtime.url}/realtime/v1/api/broadcast${path}`
    expect((await fetch(url, { method: 'POST', headers, body: body ?? '' })).status).toBe(422)
  }
})

test('keeps running after random bytes', async () => {
  const raw = await openRawSocket(realtime)
  await raw.join('realtime:a')
  const good = encodePush({}, 'realtime:a', 'e', '{}')
  for (let index = 0; index < good.length; index += 1) {
    for (const value of [0, 1, 127, 255]) {
      const bytes = Buffer.from(good)
      bytes[index] = value
      raw.socket.send(bytes)
    }
    raw.socket.send(good.subarray(0, index))
  }
  await raw.drain()
  expect(await raw.join('realtime:after')).toMatchObject({ 4: { status: 'ok' } })
  raw.socket.close()
})

test('rejects all but 100 of 10,000 joins of a socket, which stays open (realtime 11)', async () => {
  await using patient = await createTestRealtime({ settings: { maxJoinsPerSecond: 1_000 } })
  const raw = await openRawSocket(patient)
  const total = 10_000
  for (let count = 0; count < total; count += 1) raw.send('1', String(count), `realtime:${count}`, 'phx_join', {})
  const statuses: string[] = []
  while (statuses.length < total) {
    const [, , , , payload] = (await raw.next()) as [0, 0, 0, 0, { status: string }]
    statuses.push(payload.status)
  }
  expect(statuses.filter((status) => status === 'ok')).toHaveLength(100)
  expect(await raw.drain()).toEqual([])
  expect(patient.service.counters.channels).toBe(100)
  raw.socket.close()
})

test('closes a socket that sends 10,000 joins beyond the rate, and keeps running (realtime 11)', async () => {
  await using strict = await createTestRealtime()
  const other = await openRawSocket(strict)
  const raw = await openRawSocket(strict)
  for (let count = 0; count < 10_000; count += 1) raw.send('1', String(count), `realtime:${count}`, 'phx_join', {})
  expect(await raw.closed).toMatchObject({ code: 1001 })
  expect(await other.drain()).toEqual([])
  other.socket.close()
})

test('keeps running when clients vanish during a join', async () => {
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      const raw = await openRawSocket(realtime)
      raw.send('1', '1', 'realtime:a', 'phx_join', { config: { presence: { enabled: true } } })
      raw.socket.terminate()
      await raw.closed
    }),
  )
  await expect.poll(() => realtime.service.counters.connections).toBe(0)
  expect(realtime.service.counters.channels).toBe(0)
})

test('rejects all but 200 of 1,000 sockets of one address (realtime 11)', async () => {
  const results = await Promise.allSettled(Array.from({ length: 1_000 }, () => openRawSocket(realtime)))
  const opened = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(opened).toHaveLength(200)
  const elsewhere = await openRawSocket(realtime, { headers: { 'x-forwarded-for': '192.0.2.1' } })
  expect(await elsewhere.join('realtime:after')).toMatchObject({ 4: { status: 'ok' } })
  elsewhere.socket.close()
  for (const raw of opened) raw.socket.terminate()
})
