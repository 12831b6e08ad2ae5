import { expect, test } from 'vitest'
import { createTestAuth, PASSWORD, type TestAuth } from '../test-auth.ts'

const SECOND_MS = 1_000

interface Tokens {
  access_token: string
  refresh_token: string
  error_code?: string
}

async function signUp(auth: TestAuth): Promise<Tokens> {
  const response = await auth.request('/signup', { json: { email: 'ada@example.org', password: PASSWORD } })
  return (await response.json()) as Tokens
}

async function refresh(request: TestAuth['request'], token: string): Promise<Tokens> {
  const response = await request('/token?grant_type=refresh_token', { json: { refresh_token: token } })
  return (await response.json()) as Tokens
}

test('issues a new token of the same session and revokes the old one (auth 3.3)', async () => {
  await using auth = await createTestAuth()
  const client = auth.client()
  const { data: before } = await client.auth.signUp({ email: 'ada@example.org', password: PASSWORD })
  const { data, error } = await client.auth.refreshSession()
  expect(error).toBeNull()
  expect(data.session?.refresh_token).not.toBe(before.session?.refresh_token)
  const [old, fresh] = await Promise.all(
    [before.session, data.session].map((session) => auth.tokens.verify(session?.access_token ?? '')),
  )
  expect(fresh?.session_id).toBe(old?.session_id)
  expect(fresh?.amr).toEqual(old?.amr)
  const rows = await auth.sql`select revoked, parent from auth.refresh_tokens order by id`
  expect(rows).toEqual([
    { revoked: true, parent: null },
    { revoked: false, parent: before.session?.refresh_token },
  ])
})

test('returns the current token again for its parent token at any time (auth 3.3)', async () => {
  await using auth = await createTestAuth()
  const first = await signUp(auth)
  const second = await refresh(auth.request, first.refresh_token)
  auth.wait(3_600 * SECOND_MS)
  expect((await refresh(auth.request, first.refresh_token)).refresh_token).toBe(second.refresh_token)
})

test('accepts an older token within ten seconds of its revocation (auth 3.3)', async () => {
  await using auth = await createTestAuth()
  const first = await signUp(auth)
  const second = await refresh(auth.request, first.refresh_token)
  const third = await refresh(auth.request, second.refresh_token)
  auth.wait(9 * SECOND_MS)
  const again = await refresh(auth.request, first.refresh_token)
  expect(again.refresh_token).toMatch(/^[a-z0-9]{12}$/)
  expect((await refresh(auth.request, third.refresh_token)).access_token).toBeTruthy()
})

test('ends the session of a reused refresh token and commits the change (auth 3.3)', async () => {
  await using auth = await createTestAuth()
  const first = await signUp(auth)
  const second = await refresh(auth.request, first.refresh_token)
  const third = await refresh(auth.request, second.refresh_token)
  auth.wait(11 * SECOND_MS)
  const thief = await auth.request('/token?grant_type=refresh_token', { json: { refresh_token: first.refresh_token } })
  expect(thief.status).toBe(400)
  expect(await thief.json()).toMatchObject({
    error_code: 'refresh_token_already_used',
    msg: 'Invalid Refresh Token: Already Used',
  })
  auth.wait(60 * SECOND_MS)
  expect((await refresh(auth.request, third.refresh_token)).error_code).toBe('refresh_token_already_used')
})

test('rejects a reused token without ending the session when rotation is off (auth 3.3)', async () => {
  await using auth = await createTestAuth({ GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: 'false' })
  const first = await signUp(auth)
  const second = await refresh(auth.request, first.refresh_token)
  const third = await refresh(auth.request, second.refresh_token)
  auth.wait(11 * SECOND_MS)
  expect((await refresh(auth.request, first.refresh_token)).error_code).toBe('refresh_token_already_used')
  expect((await refresh(auth.request, third.refresh_token)).refresh_token).toBeTruthy()
})

test('issues one successor under concurrent refreshes in two processes (auth 3.3)', async () => {
  await using auth = await createTestAuth()
  const other = auth.secondProcess()
  let { refresh_token: token } = await signUp(auth)
  for (let round = 0; round < 5; round++) {
    const racers = Array.from({ length: 6 }, (_, index) => refresh(index % 2 ? other : auth.request, token))
    const successors = new Set((await Promise.all(racers)).map(({ refresh_token }) => refresh_token))
    expect(successors.size).toBe(1)
    token = [...successors][0] ?? ''
  }
  const [row] = await auth.sql`select count(*)::int from auth.refresh_tokens where not revoked`
  expect(row?.count).toBe(1)
})

test.each([
  ['', 'validation_failed', 'Refresh token is not valid'],
  ['short', 'validation_failed', 'Refresh token is not valid'],
  ['ABCDEFGHIJKL', 'validation_failed', 'Refresh token is not valid'],
  ['aaaaaaaaaaaa', 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'],
])('rejects the refresh token "%s" (auth 3.3)', async (refreshToken, code, message) => {
  await using auth = await createTestAuth()
  const response = await auth.request('/token?grant_type=refresh_token', { json: { refresh_token: refreshToken } })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ code: 400, error_code: code, msg: message })
})

test('rejects the refresh of a banned account (auth 3.3)', async () => {
  await using auth = await createTestAuth()
  const { refresh_token: token } = await signUp(auth)
  await auth.sql`update auth.users set banned_until = now() + interval '1 day'`
  expect((await refresh(auth.request, token)).error_code).toBe('refresh_token_not_found')
})

test.each([
  [{ GOTRUE_SESSIONS_TIMEBOX: '1h' }, 'Invalid Refresh Token: Session Expired'],
  [{ GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: '1h' }, 'Invalid Refresh Token: Session Expired (Inactivity)'],
])('ends a session with %j (auth 3.4)', async (environment, message) => {
  await using auth = await createTestAuth(environment)
  const { refresh_token: token } = await signUp(auth)
  auth.wait(3_601 * SECOND_MS)
  expect(await refresh(auth.request, token)).toMatchObject({ error_code: 'session_expired', msg: message })
})

test('rejects the refresh of an older session when one per account is allowed (auth 3.4)', async () => {
  await using auth = await createTestAuth({ GOTRUE_SESSIONS_SINGLE_PER_USER: 'true' })
  const older = await signUp(auth)
  auth.wait(SECOND_MS)
  const client = auth.client()
  await client.auth.signInWithPassword({ email: 'ada@example.org', password: PASSWORD })
  expect(await refresh(auth.request, older.refresh_token)).toMatchObject({
    msg: 'Invalid Refresh Token: Session Expired (Revoked by Newer Login)',
  })
  expect((await client.auth.refreshSession()).error).toBeNull()
})
