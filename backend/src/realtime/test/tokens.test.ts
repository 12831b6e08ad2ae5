import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRawSocket, type RawSocket } from './raw-socket.ts'
import { createTestRealtime, type TestRealtime } from './test-realtime.ts'

const MEMBER = '00000000-0000-4000-8000-00000000000a'

let realtime: TestRealtime
beforeAll(async () => {
  realtime = await createTestRealtime({
    sql: `insert into auth.users (id, email, banned_until) values ('${MEMBER}', 'a@example.org', now() + '1 day')`,
  })
})
afterAll(() => realtime[Symbol.asyncDispose]())

async function expectEnd(raw: RawSocket, message: unknown) {
  expect(await raw.next()).toMatchObject({ 3: 'system', 4: { extension: 'system', status: 'error', message } })
  expect(await raw.next()).toMatchObject({ 3: 'phx_close' })
}

test.concurrent('ignores tokens that are empty, unchanged or keys (realtime 9)', async () => {
  const raw = await openRawSocket(realtime)
  const token = await realtime.signToken({})
  await raw.join('realtime:a', {}, token)
  for (const access_token of [token, null, '', 'sb_publishable_test', 7])
    raw.send('1', '2', 'realtime:a', 'access_token', { access_token })
  raw.send('1', '2', 'realtime:a', 'access_token', null)
  expect(await raw.drain()).toEqual([])
  raw.socket.close()
})

test.concurrent('accepts a new token without a reply (realtime 9)', async () => {
  const raw = await openRawSocket(realtime)
  await raw.join('realtime:b', { broadcast: { ack: true } }, await realtime.signToken({}))
  raw.send('1', '2', 'realtime:b', 'access_token', { access_token: await realtime.signToken({ sub: 'other' }) })
  raw.send('1', '3', 'realtime:b', 'broadcast', { event: 'e', payload: {} })
  expect(await raw.next()).toMatchObject({ 1: '3', 4: { status: 'ok' } })
  raw.socket.close()
})

test.concurrent('ends the channel with the error of an invalid token (realtime 9)', async () => {
  const expired = await realtime.signToken({ exp: Math.floor(Date.now() / 1000) - 60 })
  const cases: [token: string, message: unknown][] = [
    ['nonsense', 'The token provided is not a valid JWT'],
    [expired, expect.stringMatching(/^Token has expired 6\d seconds ago$/)],
    [await realtime.tokens.sign({ role: 'anon' }), 'Fields `role` and `exp` are required in JWT'],
  ]
  for (const [token, message] of cases) {
    const raw = await openRawSocket(realtime)
    await raw.join('realtime:c')
    raw.send('1', '2', 'realtime:c', 'access_token', { access_token: token })
    await expectEnd(raw, message)
    raw.socket.close()
  }
})

test.concurrent('ends the channel some seconds after its token has expired (realtime 9)', async () => {
  const raw = await openRawSocket(realtime)
  await raw.join('realtime:d', {}, await realtime.signToken({ exp: Math.floor(Date.now() / 1000) + 2 }))
  await expectEnd(raw, expect.stringMatching(/^Token has expired \d+ seconds ago$/))
  raw.socket.close()
})

test.concurrent('rejects banned accounts at every step (realtime 9)', async () => {
  const token = await realtime.signToken({ sub: MEMBER })
  await expect(openRawSocket(realtime, { key: token })).rejects.toThrow('403')
  const raw = await openRawSocket(realtime)
  expect(await raw.join('realtime:e', {}, token)).toMatchObject({
    4: { status: 'error', response: { reason: 'user_banned: User is banned' } },
  })
  await raw.join('realtime:e')
  raw.send('1', '2', 'realtime:e', 'access_token', { access_token: token })
  await expectEnd(raw, 'user_banned: User is banned')
  raw.socket.close()
})

test.concurrent('closes the sockets of an account that is deleted, but not of tokens without an account (realtime 9)', async () => {
  const sub = '00000000-0000-4000-8000-00000000000c'
  const owner = realtime.database.connect('owner', { max: 1 })
  await owner`insert into auth.users (id, email) values (${sub}, 'c@example.org')`
  const token = await realtime.signToken({ sub, session_id: '00000000-0000-4000-8000-00000000000d' })
  const [raw, operator] = [await openRawSocket(realtime), await openRawSocket(realtime)]
  await raw.join('realtime:g', {}, token)
  await operator.join('realtime:g', {}, await realtime.signToken({ sub: '00000000-0000-4000-8000-00000000000e' }))
  await owner`delete from auth.users where id = ${sub}`
  await expectEnd(raw, 'user_banned: User is banned')
  expect(await raw.closed).toMatchObject({ code: 1008 })
  expect(await operator.drain()).toEqual([])
  operator.socket.close()
  await expect(openRawSocket(realtime, { key: token })).rejects.toThrow('403')
})

test.concurrent('closes the sockets of an account that is banned (realtime 9)', async () => {
  const id = '00000000-0000-4000-8000-00000000000b'
  const owner = realtime.database.connect('owner', { max: 1 })
  await owner`insert into auth.users (id, email) values (${id}, 'b@example.org')`
  const raw = await openRawSocket(realtime)
  await raw.join('realtime:f', {}, await realtime.signToken({ sub: id }))
  await owner`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`
  await expectEnd(raw, 'user_banned: User is banned')
  expect(await raw.closed).toMatchObject({ code: 1008 })
})
