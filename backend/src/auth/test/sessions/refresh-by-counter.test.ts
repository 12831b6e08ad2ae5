import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { formatCountedToken } from '../../domain/sessions/counted-token.ts'
import { createTestAuth, PASSWORD, type TestAuth } from '../test-auth.ts'

const VERSION = { GOTRUE_SECURITY_REFRESH_TOKEN_ALGORITHM_VERSION: '2' }
const MINUTE_MS = 60_000

interface TestResponse {
  status: number
  code: string
  token: string
  headers: Headers
}

async function sendRequest(auth: TestAuth, path: string, json: object): Promise<TestResponse> {
  const response = await auth.request(path, { json })
  const body = (await response.json()) as { refresh_token?: string; error_code?: string }
  return {
    status: response.status,
    code: body.error_code ?? '',
    token: body.refresh_token ?? '',
    headers: response.headers,
  }
}

const signUp = (auth: TestAuth) => sendRequest(auth, '/signup', { email: 'ada@example.org', password: PASSWORD })
const refresh = (auth: TestAuth, token: string) =>
  sendRequest(auth, '/token?grant_type=refresh_token', { refresh_token: token })
const countSessions = async (auth: TestAuth) => (await auth.sql`select from auth.sessions`).length

test('increments the counter of a version 2 session without token rows (auth 3.3)', async () => {
  await using auth = await createTestAuth(VERSION)
  const first = await signUp(auth)
  expect(first.headers.get('sb-auth-refresh-token-counter')).toBe('0')
  const second = await refresh(auth, first.token)
  const third = await refresh(auth, second.token)
  expect(third.headers.get('sb-auth-refresh-token-counter')).toBe('2')
  expect(third.headers.get('sb-auth-refresh-token-rotated')).toBe('true')
  expect(third.headers.get('sb-auth-refresh-token-reuse')).toBe('false')
  expect(await auth.sql`select from auth.refresh_tokens`).toHaveLength(0)
  expect(
    await auth.sql`select from auth.audit_log_entries where payload ->> 'action' = 'token_refreshed'`,
  ).toHaveLength(2)
})

test('returns the current version 2 token again for its predecessor at any time (auth 3.3)', async () => {
  await using auth = await createTestAuth(VERSION)
  const first = await signUp(auth)
  const second = await refresh(auth, first.token)
  auth.wait(60 * MINUTE_MS)
  const again = await refresh(auth, first.token)
  expect(again.token).toBe(second.token)
  expect(again.headers.get('sb-auth-refresh-token-reuse-cause')).toBe('fail-to-save')
})

test('accepts an older version 2 token within ten seconds of a refresh and ends the session later (auth 3.3)', async () => {
  await using auth = await createTestAuth(VERSION)
  const first = await signUp(auth)
  const second = await refresh(auth, first.token)
  const third = await refresh(auth, second.token)
  expect((await refresh(auth, first.token)).token).toBe(third.token)
  auth.wait(MINUTE_MS)
  const used = await refresh(auth, first.token)
  expect([used.status, used.code]).toEqual([400, 'refresh_token_already_used'])
  expect(await countSessions(auth)).toBe(0)
  expect((await refresh(auth, third.token)).code).toBe('refresh_token_not_found')
})

test('rejects a reused version 2 token without ending the session when rotation is off (auth 3.3)', async () => {
  await using auth = await createTestAuth({ ...VERSION, GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: 'false' })
  const first = await signUp(auth)
  const third = await refresh(auth, (await refresh(auth, first.token)).token)
  auth.wait(MINUTE_MS)
  expect((await refresh(auth, first.token)).code).toBe('refresh_token_already_used')
  expect((await refresh(auth, third.token)).status).toBe(200)
})

test('accepts reused version 2 tokens when allowed (auth 3.3)', async () => {
  await using auth = await createTestAuth({ ...VERSION, GOTRUE_SECURITY_REFRESH_TOKEN_ALLOW_REUSE: 'true' })
  const first = await signUp(auth)
  const third = await refresh(auth, (await refresh(auth, first.token)).token)
  auth.wait(MINUTE_MS)
  expect((await refresh(auth, first.token)).token).toBe(third.token)
})

test('rejects a version 2 token with a future counter, a foreign key or a deleted session (auth 3.3)', async () => {
  await using auth = await createTestAuth(VERSION)
  await signUp(auth)
  const [row] = await auth.sql<
    { id: string; key: string }[]
  >`select id, refresh_token_hmac_key as key from auth.sessions`
  const key = Buffer.from(row?.key ?? '', 'base64url')
  const sessionId = row?.id ?? ''
  const tokens = {
    ahead: formatCountedToken({ sessionId, counter: 1 }, key),
    forged: formatCountedToken({ sessionId, counter: 0 }, randomBytes(32)),
    gone: formatCountedToken({ sessionId: randomUUID(), counter: 0 }, key),
  }
  expect((await refresh(auth, tokens.ahead)).code).toBe('validation_failed')
  expect((await refresh(auth, tokens.forged)).code).toBe('validation_failed')
  expect((await refresh(auth, tokens.gone)).code).toBe('refresh_token_not_found')
  expect(await countSessions(auth)).toBe(1)
})

test.each(['', 'short', 'ABCDEFGHIJKL', 'abcdefghijk!', 'x'.repeat(60), 'x'.repeat(5_000)])(
  'rejects a refresh token of neither version: %s (auth 3.3)',
  async (token) => {
    await using auth = await createTestAuth()
    const response = await refresh(auth, token)
    expect([response.status, response.code]).toEqual([400, 'validation_failed'])
  },
)

test('keeps the token version of a session when the setting changes (auth 3.3)', async () => {
  await using auth = await createTestAuth()
  const first = await signUp(auth)
  await using later = await createTestAuth(VERSION)
  const second = await refresh(later, first.token)
  expect(second.status).toBe(200)
  expect(second.token).toMatch(/^[a-z0-9]{12}$/)
})

test.each([{}, VERSION])(
  'returns 409 with %j when a refresh waits too long for another one (auth 3.3)',
  { timeout: 30_000 },
  async (environment) => {
    await using auth = await createTestAuth(environment)
    const first = await signUp(auth)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: held, resolve: hold } = Promise.withResolvers<void>()
    const holder = auth.sql.begin(async (sql) => {
      await sql`select from auth.sessions for update`
      hold()
      await released
    })
    await held
    const startedAt = performance.now()
    const response = await refresh(auth, first.token)
    release()
    await holder
    expect([response.status, response.code]).toEqual([409, 'conflict'])
    expect(performance.now() - startedAt).toBeGreaterThan(4_500)
    expect((await refresh(auth, first.token)).status).toBe(200)
  },
)
