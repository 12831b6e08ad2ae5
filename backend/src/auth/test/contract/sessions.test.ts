import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { createTestAuth, PASSWORD, type TestAuth } from '../test-auth.ts'
import { followLink, openSession, readError, sendRequest } from '../test-http.ts'

const EMAIL = 'ada@example.org'
const PHONE = '4915112345678'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const VERIFIER = 'a-verifier-of-tests-that-is-long-enough-for-rfc-7636'
const PKCE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 's256',
}

const listMethods = (token: unknown) =>
  (decodeJwt(String(token)).amr as { method: string }[]).map(({ method }) => method)

async function exchange(auth: TestAuth, link: URL | undefined): Promise<unknown> {
  const location = await followLink(auth, link)
  const json = { auth_code: location.searchParams.get('code'), code_verifier: VERIFIER }
  return (await sendRequest(auth, 'POST', '/token?grant_type=pkce', { json })).body.access_token
}

test('lists otp, anonymous, recovery and email_change in amr (auth 3.1)', async () => {
  await using auth = await createTestAuth({
    GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
    GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
  })
  const post = async (path: string, json: object) => (await sendRequest(auth, 'POST', path, { json })).body.access_token
  expect(listMethods(await post('/signup', {}))).toEqual(['anonymous'])
  const { access_token: token } = await openSession(auth, EMAIL)
  expect(listMethods(token)).toEqual(['password'])
  await post('/recover', { email: EMAIL })
  const { code, hash } = await auth.lastMail(EMAIL)
  expect(listMethods(await post('/verify', { type: 'recovery', email: EMAIL, token: code }))).toEqual(['otp'])
  expect((await sendRequest(auth, 'POST', '/verify', { json: { type: 'recovery', token_hash: hash } })).status).toBe(
    403,
  )
  await post('/signup', { phone: PHONE, password: PASSWORD })
  const sms = /\d{6}/.exec((await auth.lastMail(PHONE)).text)?.[0]
  expect(listMethods(await post('/verify', { type: 'sms', phone: PHONE, token: sms }))).toEqual(['otp'])
  auth.wait(2 * MINUTE_MS)
  await post('/recover', { email: EMAIL, ...PKCE })
  expect(listMethods(await exchange(auth, (await auth.lastMail(EMAIL)).link))).toEqual(['recovery'])
  await sendRequest(auth, 'PUT', '/user', { json: { email: 'new@example.org', ...PKCE }, token })
  expect(listMethods(await exchange(auth, (await auth.lastMail('new@example.org')).link))).toEqual(['email_change'])
})

test('updates the timestamp of a repeated amr method (auth 3.1)', async () => {
  await using auth = await createTestAuth()
  const { access_token: token } = await openSession(auth, EMAIL)
  const { body: factor } = await sendRequest(auth, 'POST', '/factors', { json: { factor_type: 'totp' }, token })
  const { secret } = factor.totp as { secret: string }
  const raise = async (by: string, laterMs: number) => {
    const { body: challenge } = await sendRequest(auth, 'POST', `/factors/${factor.id}/challenge`, { token: by })
    const code = new TOTP({ secret }).generate({ timestamp: Date.now() + laterMs })
    const json = { challenge_id: challenge.id, code }
    const { body } = await sendRequest(auth, 'POST', `/factors/${factor.id}/verify`, { json, token: by })
    return { token: String(body.access_token), amr: decodeJwt(String(body.access_token)).amr }
  }
  const first = await raise(token, 0)
  auth.wait(5 * MINUTE_MS)
  const second = await raise(first.token, 5 * MINUTE_MS)
  const [totp, password, ...others] = second.amr as { method: string; timestamp: number }[]
  expect([totp?.method, password?.method, others]).toEqual(['totp', 'password', []])
  expect(totp?.timestamp).toBeGreaterThanOrEqual((first.amr as { timestamp: number }[])[0]?.timestamp ?? 0)
  expect((totp?.timestamp ?? 0) - (password?.timestamp ?? 0)).toBeGreaterThan(290)
})

test('rejects each kind of invalid refresh with its code and message (auth 3.3)', async () => {
  await using auth = await createTestAuth({ GOTRUE_SESSIONS_ALLOW_LOW_AAL: '1h', GOTRUE_SESSIONS_TIMEBOX: '3h' })
  const { refresh_token: token, user } = await openSession(auth, EMAIL)
  const problem = async (refresh_token: string) =>
    readError(await sendRequest(auth, 'POST', '/token?grant_type=refresh_token', { json: { refresh_token } }))
  expect(await problem('short')).toEqual([400, 'validation_failed', 'Refresh token is not valid'])
  const unknown = [400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found']
  expect(await problem('aaaaaaaaaaaa')).toEqual(unknown)
  // A ban deletes the sessions, so only a refresh that has already read its session reports the ban. Here the ban has
  // ended by the clock of the database, which keeps the session, but not by that of the service.
  auth.wait(-2 * HOUR_MS)
  await auth.sql`update auth.users set banned_until = now() - interval '1 hour'`
  expect(await problem(token)).toEqual([400, 'user_banned', 'Invalid Refresh Token: User Banned'])
  await auth.sql`update auth.users set banned_until = null`
  auth.wait(2 * HOUR_MS)
  await auth.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
    values (gen_random_uuid(), ${user.id}, 'totp', 'verified', 'S', now(), now())`
  auth.wait(HOUR_MS + MINUTE_MS)
  const low = 'Invalid Refresh Token: Session Expired (Low AAL: User Needs MFA Verification)'
  expect(await problem(token)).toEqual([400, 'session_expired', low])
  await auth.sql`update auth.sessions set not_after = now()`
  expect(await problem(token)).toEqual([400, 'session_expired', 'Invalid Refresh Token: Session Expired'])
  await auth.sql`update auth.refresh_tokens set session_id = null`
  const gone = [400, 'session_not_found', 'Invalid Refresh Token: No Valid Session Found']
  expect(await problem(token)).toEqual(gone)
})

test('updates time, address and user agent of the session at a refresh, and keeps amr (auth 3.3)', async () => {
  await using auth = await createTestAuth()
  const { access_token: before, refresh_token } = await openSession(auth, EMAIL)
  auth.wait(MINUTE_MS)
  const headers = { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Walks/1.0' }
  const response = await sendRequest(auth, 'POST', '/token?grant_type=refresh_token', {
    json: { refresh_token },
    headers,
  })
  expect(decodeJwt(String(response.body.access_token)).amr).toEqual(decodeJwt(before).amr)
  const [session] = await auth.sql<{ seconds: number }[]>`
    select host(ip) as ip, user_agent, extract(epoch from refreshed_at - (created_at at time zone 'utc'))::int as seconds
    from auth.sessions`
  expect(session).toMatchObject({ ip: '203.0.113.9', user_agent: 'Walks/1.0' })
  expect(session?.seconds).toBeGreaterThanOrEqual(60)
})

test('revokes all refresh tokens after a reuse, but keeps the session and its access token (auth 3.3)', async () => {
  await using auth = await createTestAuth()
  const first = await openSession(auth, EMAIL)
  const refresh = async (refresh_token: unknown) =>
    (await sendRequest(auth, 'POST', '/token?grant_type=refresh_token', { json: { refresh_token } })).body
  const second = await refresh(first.refresh_token)
  const third = await refresh(second.refresh_token)
  auth.wait(MINUTE_MS)
  expect((await refresh(first.refresh_token)).error_code).toBe('refresh_token_already_used')
  expect((await refresh(third.refresh_token)).error_code).toBe('refresh_token_already_used')
  expect((await sendRequest(auth, 'GET', '/user', { token: String(third.access_token) })).status).toBe(200)
  expect(await auth.sql`select from auth.sessions`).toHaveLength(1)
  expect(await auth.sql`select from auth.refresh_tokens where not revoked`).toHaveLength(0)
})
