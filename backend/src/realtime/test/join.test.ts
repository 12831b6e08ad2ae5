import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRawSocket, toReply } from './raw-socket.ts'
import { createTestRealtime, type TestRealtime } from './test-realtime.ts'

let realtime: TestRealtime
beforeAll(async () => {
  realtime = await createTestRealtime()
})
afterAll(() => realtime[Symbol.asyncDispose]())

/** Joins and returns the payload of the reply. */
async function join(topic: string, payload: unknown): Promise<unknown> {
  const raw = await openRawSocket(realtime)
  raw.send('1', '1', topic, 'phx_join', payload)
  const reply = (await raw.next()) as unknown[]
  raw.socket.close()
  return reply[4]
}

const failed = (reason: string) => ({ status: 'error', response: { reason } })

test('repeats the entries of postgres_changes in order and unchanged (realtime 3.1)', async () => {
  const entries = [
    { event: '*', schema: 'public' },
    { event: 'INSERT', schema: 'public', table: 'spots', filter: 'id=eq.1', custom: { a: [1] } },
    { event: 'UPDATE', schema: 'public', table: 'spots', select: ['id'], filter: null },
  ]
  const reply = await join('realtime:a', { config: { postgres_changes: [entries[0], null, entries[1], entries[2]] } })
  const response = entries.map((entry) => ({ ...entry, id: expect.any(Number) }))
  expect(reply).toEqual({ status: 'ok', response: { postgres_changes: response } })
})

test('replaces values of wrong types with their defaults (realtime 3.1)', async () => {
  const joined = { status: 'ok', response: { postgres_changes: [] } }
  const configs = [
    undefined,
    null,
    'text',
    { broadcast: 7, presence: [], postgres_changes: null, private: 'no' },
    { postgres_changes: { event: '*' } },
  ]
  for (const config of configs) expect(await join('realtime:a', { config })).toEqual(joined)
  expect(await join('realtime:a', null)).toEqual(joined)
})

test('parses strings as booleans (realtime 3.1)', async () => {
  const raw = await openRawSocket(realtime)
  await raw.join('realtime:texts', { broadcast: { ack: 'TRUE', self: 'False' } })
  raw.send('1', '2', 'realtime:texts', 'broadcast', { type: 'broadcast', event: 'e', payload: {} })
  expect(await raw.next()).toEqual(toReply('1', '2', 'realtime:texts', 'ok', {}))
  raw.socket.close()
})

test.concurrent('requires a topic name (realtime 3.1)', async () => {
  expect(await join('realtime:', {})).toEqual(failed('TopicNameRequired: You must provide a topic name'))
})

test.concurrent('rejects topics of more than 255 bytes (realtime 11)', async () => {
  const reply = await join(`realtime:${'é'.repeat(124)}`, {})
  expect(reply).toEqual(failed('TopicNameRequired: You must provide a topic name of at most 255 bytes'))
})

test.concurrent('rejects expired tokens with their age (realtime 3.1)', async () => {
  const token = await realtime.signToken({ exp: Math.floor(Date.now() / 1000) - 100 })
  const reply = await join('realtime:a', { access_token: token })
  expect(reply).toMatchObject({
    response: { reason: expect.stringMatching(/^InvalidJWTToken: Token has expired 10\d seconds ago$/) },
  })
})

test.concurrent('rejects invalid tokens (realtime 3.1)', async () => {
  const [header, payload] = (await realtime.signToken({})).split('.')
  const forged = `${header}.${payload}.${Buffer.alloc(64, 7).toString('base64url')}`
  const cases = [
    ['nonsense', 'MalformedJWT: The token provided is not a valid JWT'],
    [forged, 'JwtSignatureError: Failed to validate JWT signature'],
    [await realtime.tokens.sign({ role: 'anon' }), 'InvalidJWTToken: Fields `role` and `exp` are required in JWT'],
  ]
  for (const [token, reason = ''] of cases)
    expect(await join('realtime:a', { user_token: token })).toEqual(failed(reason))
})

test.concurrent('uses the key of the connection when a join has no token (realtime 3.1)', async () => {
  for (const token of [undefined, null, '', 'sb_publishable_test', 'sb_anything'])
    expect(await join('realtime:a', { access_token: token })).toMatchObject({ status: 'ok' })
})

test.concurrent('rejects replay on public channels (realtime 4)', async () => {
  const config = { broadcast: { replay: { since: 0 } } }
  const reason = 'UnableToReplayMessages: Replay is not allowed for public channels'
  expect(await join('realtime:a', { config })).toEqual(failed(reason))
})
