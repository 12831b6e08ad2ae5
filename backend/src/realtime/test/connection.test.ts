import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRawSocket, toReply } from './raw-socket.ts'
import { createTestRealtime, TEST_KEYS, type TestRealtime } from './test-realtime.ts'

let realtime: TestRealtime
beforeAll(async () => {
  realtime = await createTestRealtime()
})
afterAll(() => realtime[Symbol.asyncDispose]())

const KEY = TEST_KEYS.publishableKey

/** Sends a handshake and returns the response; 101 when it is accepted. */
function handshake(query: string, headers: Record<string, string> = {}): Promise<{ status: number; body: unknown }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: unknown }>()
  const all = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  }
  const call = request(`${realtime.url}/realtime/v1/websocket?${query}`, { headers: all })
  call.on('response', (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }))
  })
  call.on('upgrade', (_response, socket) => {
    socket.destroy()
    resolve({ status: 101, body: undefined })
  })
  call.on('error', reject)
  call.end()
  return promise
}

test.concurrent('accepts both versions, and version 1.0.0 by default (realtime 1)', async () => {
  for (const query of [`apikey=${KEY}&vsn=2.0.0`, `apikey=${KEY}&vsn=1.0.0`, `apikey=${KEY}`])
    expect(await handshake(query)).toMatchObject({ status: 101 })
})

test.concurrent('rejects other versions (realtime 1)', async () => {
  expect(await handshake(`apikey=${KEY}&vsn=3.0.0`)).toMatchObject({ status: 400 })
})

test.concurrent('prefers the key in x-api-key to the one in the query (realtime 1)', async () => {
  expect(await handshake('vsn=2.0.0', { 'x-api-key': KEY })).toMatchObject({ status: 101 })
  expect(await handshake(`apikey=${KEY}`, { 'x-api-key': 'wrong' })).toMatchObject({ status: 401 })
})

test.concurrent('accepts a token in place of the key (realtime 1)', async () => {
  expect(await handshake(`apikey=${await realtime.signToken({})}`)).toMatchObject({ status: 101 })
})

test.concurrent('rejects a missing key (realtime 1)', async () => {
  expect(await handshake('vsn=2.0.0')).toEqual({ status: 401, body: { error: 'API key is missing' } })
})

test.concurrent('rejects expired tokens (realtime 1)', async () => {
  const exp = Math.floor(Date.now() / 1000)
  for (const age of [1, 3600]) {
    const token = await realtime.signToken({ exp: exp - age })
    expect(await handshake(`apikey=${token}`)).toEqual({ status: 401, body: { error: 'Token has expired' } })
  }
})

test.concurrent('rejects tokens without role or exp (realtime 1)', async () => {
  const error = 'Fields `role` and `exp` are required in JWT'
  const tokens = [await realtime.tokens.sign({ role: 'anon' }), await realtime.signToken({ role: undefined })]
  for (const token of tokens) expect(await handshake(`apikey=${token}`)).toEqual({ status: 401, body: { error } })
})

test.concurrent('rejects a value that is not a token (realtime 1)', async () => {
  for (const key of ['nonsense', 'a.b.c', 'sb_publishable_other']) {
    const body = { error: 'The token provided is not a valid JWT' }
    expect(await handshake(`apikey=${key}`)).toEqual({ status: 401, body })
  }
})

test.concurrent('rejects tokens with another signature (realtime 1)', async () => {
  const [header, payload] = (await realtime.signToken({})).split('.')
  const token = `${header}.${payload}.${Buffer.alloc(64, 7).toString('base64url')}`
  const body = { error: 'Failed to validate JWT signature' }
  expect(await handshake(`apikey=${token}`)).toEqual({ status: 401, body })
})

test.concurrent('returns 426 for plain requests (realtime 1)', async () => {
  const response = await fetch(`${realtime.url}/realtime/v1/websocket?apikey=${KEY}`)
  expect(response.status).toBe(426)
})

test.concurrent('drops frames that do not parse and keeps the socket (realtime 1)', async () => {
  const raw = await openRawSocket(realtime)
  const texts = ['', '{', 'null', '[]', '{}', '"text"', '[1,2,3,4,5]', '[null,null,"realtime:x",7,{}]', '\u0000']
  for (const text of texts) raw.socket.send(text)
  for (const bytes of [[], [3], [3, 255, 255, 255, 255, 255, 1], [9, 1, 2], [0, 0, 0, 0, 0, 0, 0]])
    raw.socket.send(Buffer.from(bytes))
  expect(await raw.drain()).toEqual([])
  raw.socket.close()
})

test.concurrent('closes the socket with 1009 when a frame is too large (realtime 1)', async () => {
  const raw = await openRawSocket(realtime)
  raw.socket.send('x'.repeat(5_000_001))
  expect(await raw.closed).toMatchObject({ code: 1009 })
})

test.concurrent('replies to heartbeats (realtime 3)', async () => {
  const raw = await openRawSocket(realtime)
  raw.send('5', '7', 'phoenix', 'heartbeat', {})
  expect(await raw.next()).toEqual(toReply(null, '7', 'phoenix', 'ok', {}))
  raw.socket.close()
})
