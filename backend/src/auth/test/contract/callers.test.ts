import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { createTestAuth, KEYS, PASSWORD } from '../test-auth.ts'
import { bearer, openSession, readCode } from '../test-http.ts'

const EMAIL = 'ada@example.org'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

test('accepts the Bearer scheme in any case and no other scheme (auth 2)', async () => {
  await using auth = await createTestAuth()
  const { access_token: token } = await openSession(auth, EMAIL)
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    expect((await auth.request('/user', { headers: { authorization: `${scheme} ${token}` } })).status).toBe(200)
  }
  for (const authorization of [`Basic ${token}`, token, 'Bearer']) {
    expect((await auth.request('/user', { headers: { authorization } })).status).toBe(401)
  }
})

test('rejects banned, deleted and unknown users (auth 2)', async () => {
  await using auth = await createTestAuth()
  const { access_token: token, user } = await openSession(auth, EMAIL)
  await auth.sql`update auth.users set banned_until = now() + interval '1 hour'`
  expect(await readCode(await auth.request('/user', { headers: bearer(token) }))).toEqual([403, 'user_banned'])
  auth.wait(2 * HOUR_MS)
  const fresh = await auth.tokens.sign({ sub: user.id, role: 'authenticated' })
  expect((await auth.request('/user', { headers: bearer(fresh) })).status).toBe(200)
  await auth.sql`delete from auth.users`
  expect(await readCode(await auth.request('/user', { headers: bearer(fresh) }))).toEqual([403, 'user_not_found'])
})

test('treats the nil session id as no session and rejects a session id that is not a UUID (auth 2)', async () => {
  await using auth = await createTestAuth()
  const { user } = await openSession(auth, EMAIL)
  const sendRequest = async (session_id: unknown) =>
    readCode(await auth.request('/user', { headers: bearer(await auth.tokens.sign({ sub: user.id, session_id })) }))
  expect((await sendRequest('00000000-0000-0000-0000-000000000000'))[0]).toBe(200)
  expect(await sendRequest('x')).toEqual([403, 'bad_jwt'])
  expect(await sendRequest(randomUUID())).toEqual([403, 'session_not_found'])
})

test('requires a valid session of users with an admin role (auth 2)', async () => {
  await using auth = await createTestAuth({ GOTRUE_SESSIONS_TIMEBOX: '10m', GOTRUE_JWT_EXP: '7200' })
  const { access_token: token, user } = await openSession(auth, EMAIL)
  const { session_id } = decodeJwt(token)
  const sendRequest = async (claims: object) =>
    readCode(
      await auth.request('/admin/users', { headers: bearer(await auth.tokens.sign({ sub: user.id, ...claims })) }),
    )
  expect((await sendRequest({ role: 'supabase_admin', session_id }))[0]).toBe(200)
  expect((await sendRequest({ role: 'service_role' }))[0]).toBe(200)
  expect(await sendRequest({ role: 'authenticated', session_id })).toEqual([403, 'not_admin'])
  expect(await sendRequest({ role: 'service_role', session_id: randomUUID() })).toEqual([403, 'session_not_found'])
  expect(await sendRequest({ role: 'service_role', session_id: 'x' })).toEqual([403, 'bad_jwt'])
  auth.wait(11 * MINUTE_MS)
  expect(await sendRequest({ role: 'service_role', session_id })).toEqual([403, 'session_expired'])
})

test('authenticates before it validates the request (auth 2)', async () => {
  await using auth = await createTestAuth()
  const paths = [
    '/factors/x/challenge',
    '/factors/x/verify',
    '/admin/users',
    '/invite',
    '/admin/generate_link',
    '/logout',
  ]
  for (const path of paths) {
    const response = await auth.request(path, { method: 'POST', body: '{' })
    expect([path, ...(await readCode(response))]).toEqual([path, 401, 'no_authorization'])
  }
})

function withKey(headers: Headers, apikey: string): Headers {
  const all = new Headers(headers)
  all.set('apikey', apikey)
  return all
}

test('ignores a JWT in apikey (auth 1)', async () => {
  await using auth = await createTestAuth()
  const { access_token: token } = await openSession(auth, EMAIL)
  const operator = await auth.tokens.sign({ role: 'service_role' })
  for (const headers of [
    new Headers({ authorization: 'Basic x' }),
    new Headers({ authorization: 'x' }),
    new Headers(),
  ]) {
    const user = await auth.request('/user', { headers: withKey(headers, token) })
    const admin = await auth.request('/admin/users', { headers: withKey(headers, operator) })
    expect([user.status, admin.status]).toEqual([401, 401])
  }
})

test('rejects a token that was issued in the future, beyond the tolerated clock skew (auth 1)', async () => {
  await using auth = await createTestAuth()
  const now = Math.floor(Date.now() / 1000)
  const list = async (iat: number) => {
    const token = await auth.tokens.sign({ role: 'service_role', iat, exp: now + 3600 })
    return (await auth.request('/admin/users', { headers: bearer(token) })).status
  }
  expect([await list(now), await list(now + 600)]).toEqual([200, 403])
})

test('ends the sessions of a banned user, who may sign in again after the ban (auth 2)', async () => {
  await using auth = await createTestAuth()
  const session = await openSession(auth, EMAIL)
  const admin = auth.client({ key: KEYS.secretKey }).auth.admin
  await admin.updateUserById(session.user.id, { ban_duration: '1h' })
  expect(await auth.sql`select from auth.sessions`).toHaveLength(0)
  expect(await readCode(await auth.request('/user', { headers: bearer(session.access_token) }))).toEqual([
    403,
    'user_banned',
  ])
  await admin.updateUserById(session.user.id, { ban_duration: 'none' })
  const stale = await auth.request('/token?grant_type=refresh_token', {
    json: { refresh_token: session.refresh_token },
  })
  expect((await readCode(stale))[0]).toBe(400)
  expect((await auth.client().auth.signInWithPassword({ email: EMAIL, password: PASSWORD })).error).toBeNull()
})
