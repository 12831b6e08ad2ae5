import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRawSocket, type RawSocket } from './raw-socket.ts'
import { createTestRealtime, TEST_KEYS, type TestRealtime } from './test-realtime.ts'

let realtime: TestRealtime
let listener: RawSocket
beforeAll(async () => {
  realtime = await createTestRealtime({ settings: { maxPayloadBytes: 1500 } })
  listener = await openRawSocket(realtime, { version: '2.0.0' })
  await listener.join('realtime:a/ä')
})
afterAll(() => realtime[Symbol.asyncDispose]())

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${realtime.url}/realtime/v1/api/broadcast${path}`, {
    method: 'POST',
    headers: { apikey: TEST_KEYS.publishableKey, 'content-type': 'application/json', ...headers },
    body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body),
  })
}

const MESSAGE = { topic: 'a/ä', event: 'e', payload: { a: 1 } }

test('sends a batch of messages (realtime 4)', async () => {
  const response = await post('', { messages: [MESSAGE, { ...MESSAGE, payload: { a: 2 } }] })
  expect(response.status).toBe(202)
  expect(await response.text()).toBe('')
  for (const a of [1, 2]) expect(String(await listener.next())).toContain(`{"a":${a}}`)
})

test('reports invalid messages by field (realtime 4)', async () => {
  const messages = [MESSAGE, {}, { topic: 'a', event: 'e', payload: 7 }, 7]
  const response = await post('', { messages })
  expect(response.status).toBe(422)
  const blank = ["can't be blank"]
  const missing = { topic: blank, event: blank, payload: blank }
  expect(await response.json()).toEqual({
    errors: { messages: [{}, missing, { payload: ['is invalid'] }, missing] },
  })
  expect((await post('', {})).status).toBe(422)
  expect((await post('', Buffer.from('{'))).status).toBe(422)
  expect(await listener.drain()).toEqual([])
})

test('passes on every member of a payload, and rejects a list (realtime 4)', async () => {
  const payload = { constructor: 'Gropius', prototype: 1 }
  expect((await post('', { messages: [{ ...MESSAGE, payload }] })).status).toBe(202)
  expect(String(await listener.next())).toContain(JSON.stringify(payload))
  const response = await post('', { messages: [{ ...MESSAGE, payload: [1, 2] }] })
  expect([response.status, await response.json()]).toEqual([
    422,
    { errors: { messages: [{ payload: ['is invalid'] }] } },
  ])
})

test('rejects large messages (realtime 4)', async () => {
  const payload = { text: 'x'.repeat(1500) }
  const response = await post('', { messages: [{ ...MESSAGE, payload }] })
  expect(response.status).toBe(422)
  expect(await response.json()).toEqual({
    errors: { messages: [{ payload: ['Payload size exceeds tenant limit'] }] },
  })
  expect((await post('/a/events/e', payload)).status).toBe(422)
})

test('sends a body as one message (realtime 4)', async () => {
  const response = await post(`/${encodeURIComponent('a/ä')}/events/${encodeURIComponent('größe/1')}`, { b: 1 })
  expect(response.status).toBe(202)
  const frame = String(await listener.next())
  expect(frame).toContain('größe/1')
  expect(frame).toContain('{"b":1}')
})

test('sends bytes (realtime 4)', async () => {
  const type = { 'content-type': 'application/octet-stream' }
  const response = await post(`/${encodeURIComponent('a/ä')}/events/e`, Uint8Array.from([1, 2, 3]), type)
  expect(response.status).toBe(202)
  expect(((await listener.next()) as Buffer).subarray(-3)).toEqual(Buffer.from([1, 2, 3]))
})

test('rejects other content types (realtime 4)', async () => {
  const response = await post('/a/events/e', { a: 1 }, { 'content-type': 'text/plain' })
  expect(response.status).toBe(415)
  const error = 'Unsupported Media Type. Use application/json or application/octet-stream'
  expect(await response.json()).toEqual({ error })
})

test('requires a key or token (realtime 4)', async () => {
  const authorization = (token: string) => ({ apikey: '', authorization: `Bearer ${token}` })
  for (const headers of [{ apikey: '' }, { apikey: 'sb_wrong' }, authorization('nonsense')]) {
    const response = await post('', { messages: [MESSAGE] }, headers)
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ message: 'Unauthorized' })
  }
  for (const token of [TEST_KEYS.publishableKey, await realtime.signToken({})]) {
    expect((await post('', { messages: [] }, authorization(token))).status).toBe(202)
  }
})

test('sends the rate limit in headers and allows any origin (realtime 4)', async () => {
  const response = await post('', { messages: [] }, { origin: 'https://elsewhere.example' })
  expect(response.headers.get('x-rate-limit')).toBe('1000')
  expect(Number(response.headers.get('x-rate-limit-remaining'))).toBeGreaterThan(990)
  expect(response.headers.has('x-rate-rolling')).toBe(true)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
})
