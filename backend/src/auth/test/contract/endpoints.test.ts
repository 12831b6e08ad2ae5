import { createHash, randomBytes } from 'node:crypto'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { API_URL } from '../test-api-url.ts'
import { createTestAuth, KEYS, PASSWORD, SITE_URL, type TestAuth } from '../test-auth.ts'
import { type Body, send } from './send.ts'

const EMAIL = 'ada@example.org'
const MINUTE_MS = 60_000
const NO_AUTOCONFIRM = { GOTRUE_MAILER_AUTOCONFIRM: 'false' }
const CHALLENGE = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }
const operator = { apikey: KEYS.secretKey, authorization: `Bearer ${KEYS.secretKey}` }

const signUp = async (auth: TestAuth, email = EMAIL) =>
  (await send(auth, 'POST', '/signup', { email, password: PASSWORD })).body
const bearer = ({ access_token: token }: Body) => ({ authorization: `Bearer ${token}` })

test('returns the same response from /resend and /recover when there is nothing to send (auth 6.5)', async () => {
  await using auth = await createTestAuth()
  await signUp(auth)
  for (const [path, json] of [
    ['/recover', { email: 'eve@a.test' }],
    ['/resend', { type: 'signup', email: 'eve@a.test' }],
    ['/resend', { type: 'signup', email: EMAIL }],
    ['/resend', { type: 'email_change', email: EMAIL }],
  ] as const) {
    expect([path, (await send(auth, 'POST', path, json)).text]).toEqual([path, '{}'])
  }
  expect(await auth.sql`select from auth.outbox`).toHaveLength(0)
})

test('accepts no password of a contested account, resends its email and hides the data of an invited one (auth 6.5)', async () => {
  await using auth = await createTestAuth({ ...NO_AUTOCONFIRM, GOTRUE_SECURITY_REVEAL_ACCOUNTS: 'true' })
  const { id } = await signUp(auth)
  auth.wait(2 * MINUTE_MS)
  const again = await send(auth, 'POST', '/signup', {
    email: EMAIL,
    password: 'another horse 8',
    data: { name: 'Eve' },
  })
  expect(again.body).toMatchObject({ id, user_metadata: {} })
  expect(await auth.mails(EMAIL)).toHaveLength(2)
  await auth.sql`update auth.users set email_confirmed_at = now()`
  const login = (password: string) => send(auth, 'POST', '/token?grant_type=password', { email: EMAIL, password })
  expect([(await login(PASSWORD)).status, (await login('another horse 8')).status]).toEqual([400, 400])
  await send(auth, 'POST', '/invite', { email: 'bob@a.test', data: { secret: 'plan' } }, operator)
  auth.wait(2 * MINUTE_MS)
  const invited = await send(auth, 'POST', '/signup', { email: 'bob@a.test', password: PASSWORD })
  expect(invited.body).toMatchObject({ user_metadata: {}, identities: [] })
  expect(invited.text).not.toContain('plan')
})

test('reports a ban before it checks the password, and a missing confirmation afterwards (auth 7.2)', async () => {
  await using auth = await createTestAuth(NO_AUTOCONFIRM)
  await signUp(auth)
  const login = (password: string) => send(auth, 'POST', '/token?grant_type=password', { email: EMAIL, password })
  expect((await login(PASSWORD)).body).toMatchObject({ error_code: 'email_not_confirmed', msg: 'Email not confirmed' })
  expect((await login('x')).body).toMatchObject({ error_code: 'invalid_credentials' })
  await auth.sql`update auth.users set banned_until = now() + interval '1 day'`
  expect(await login('x')).toMatchObject({ status: 400, body: { error_code: 'user_banned' } })
})

test('rejects a wrong verifier, a late code and a second use (auth 7.2)', async () => {
  await using auth = await createTestAuth(NO_AUTOCONFIRM)
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const json = { email: EMAIL, password: PASSWORD, code_challenge: challenge, code_challenge_method: 'S256' }
  await send(auth, 'POST', '/signup', json)
  const { hash } = await auth.lastMail(EMAIL)
  expect(hash).toMatch(/^pkce_/)
  const followed = await auth.request(`/verify?token=${hash}&type=signup`)
  const auth_code = new URL(followed.headers.get('location') ?? '').searchParams.get('code')
  const exchange = (code_verifier: string) => send(auth, 'POST', '/token?grant_type=pkce', { auth_code, code_verifier })
  expect((await exchange('x'.repeat(43))).body).toMatchObject({
    code: 400,
    error_code: 'bad_code_verifier',
    msg: 'code challenge does not match previously saved code verifier',
  })
  const issued = await exchange(verifier)
  expect(decodeJwt(issued.body.access_token).amr).toEqual([{ method: 'email/signup', timestamp: expect.any(Number) }])
  expect((await exchange(verifier)).status).toBe(404)
})

test('rejects a PKCE code after five minutes (auth 7.2)', async () => {
  await using auth = await createTestAuth(NO_AUTOCONFIRM)
  await send(auth, 'POST', '/signup', {
    email: EMAIL,
    password: PASSWORD,
    ...CHALLENGE,
    code_challenge_method: 'plain',
  })
  const { hash } = await auth.lastMail(EMAIL)
  const followed = await auth.request(`/verify?token=${hash}&type=signup`)
  const auth_code = new URL(followed.headers.get('location') ?? '').searchParams.get('code')
  auth.wait(6 * MINUTE_MS)
  const late = await send(auth, 'POST', '/token?grant_type=pkce', {
    auth_code,
    code_verifier: CHALLENGE.code_challenge,
  })
  expect([late.status, late.body.error_code, late.body.msg]).toEqual([
    422,
    'flow_state_expired',
    'invalid flow state, flow state has expired',
  ])
})

test.each([
  ['?type=signup&token=nothing', { error: 'access_denied', error_code: 'otp_expired' }, false],
  ['?type=signup&token=pkce_nothing', { error: 'access_denied', error_code: 'otp_expired' }, true],
])(
  'redirects GET /verify%s to the site with the error in the fragment, for PKCE in the query too (auth 7.4)',
  async (query, fields, isPkce) => {
    await using auth = await createTestAuth()
    const response = await auth.request(`/verify${query}&redirect_to=https://evil.test/`)
    const location = new URL(response.headers.get('location') ?? '')
    expect([response.status, location.origin]).toEqual([303, SITE_URL])
    expect(Object.fromEntries(new URLSearchParams(location.hash.slice(1)))).toMatchObject({ ...fields, sb: '' })
    expect(location.searchParams.get('error_code')).toBe(isPkce ? fields.error_code : null)
  },
)

test('returns the tokens of an implicit flow in the fragment (auth 7.4)', async () => {
  await using auth = await createTestAuth(NO_AUTOCONFIRM)
  await signUp(auth)
  const { link } = await auth.lastMail(EMAIL)
  const response = await auth.request(`/verify${link?.search}`)
  const [address, fragment = ''] = (response.headers.get('location') ?? '').split('#')
  expect(address).toBe(SITE_URL)
  expect(Object.keys(Object.fromEntries(new URLSearchParams(fragment)))).toEqual([
    ...['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type', 'type'],
  ])
  expect(link?.href.startsWith(`${API_URL}/auth/v1/verify?`)).toBe(true)
})

test('rejects reauthentication without a confirmed address (auth 7.5)', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' })
  const anonymous = (await send(auth, 'POST', '/signup', {})).body
  expect((await send(auth, 'GET', '/reauthenticate', undefined, bearer(anonymous))).body).toMatchObject({
    code: 400,
    msg: 'Reauthentication requires the user to have an email or a phone number',
  })
  const ada = await signUp(auth)
  await auth.sql`update auth.users set email_confirmed_at = null where email = ${EMAIL}`
  expect((await send(auth, 'GET', '/reauthenticate', undefined, bearer(ada))).body).toMatchObject({
    code: 422,
    error_code: 'email_not_confirmed',
  })
  await auth.sql`update auth.users set email_confirmed_at = now() where email = ${EMAIL}`
  expect((await send(auth, 'GET', '/reauthenticate', undefined, bearer(ada))).text).toBe('{}')
  expect((await auth.lastMail(EMAIL)).subject).toMatch(/^\d{6} is your verification code$/)
})

test('rejects a token of another audience (auth 7.6)', async () => {
  await using auth = await createTestAuth()
  const ada = await signUp(auth)
  const response = await send(auth, 'GET', '/user', undefined, { ...bearer(ada), 'x-jwt-aud': 'partners' })
  expect([response.status, response.body.error_code]).toEqual([400, 'validation_failed'])
})

test('runs the checks of an update in the contracted order (auth 7.6)', async () => {
  await using auth = await createTestAuth()
  const ada = await signUp(auth)
  await signUp(auth, 'bob@a.test')
  const put = async (json: object) => {
    const { status, body } = await send(auth, 'PUT', '/user', json, bearer(ada))
    return [status, body.error_code]
  }
  expect(await put({ email: 'x', app_metadata: {} })).toEqual([400, 'validation_failed'])
  expect(await put({ password: 'x', app_metadata: {} })).toEqual([422, 'weak_password'])
  expect(await put({ app_metadata: { role: 'admin' } })).toEqual([403, 'not_admin'])
  await auth.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
    values (gen_random_uuid(), ${ada.user.id}, 'totp', 'verified', 'S', now(), now())`
  expect(await put({ email: 'bob@a.test' })).toEqual([401, 'insufficient_aal'])
  expect(await put({ password: 'another horse 8' })).toEqual([401, 'insufficient_aal'])
  expect(await put({ data: { name: 'Ada' } })).toEqual([200, undefined])
  await auth.sql`delete from auth.mfa_factors`
  expect(await put({ email: 'bob@a.test' })).toEqual([422, 'email_exists'])
  expect(await put({ password: PASSWORD })).toEqual([422, 'same_password'])
  await auth.sql`update auth.users set is_sso_user = true where email = ${EMAIL}`
  for (const json of [{ email: 'new@a.test' }, { password: 'another horse 8' }, { nonce: '123456' }]) {
    expect(await put(json)).toEqual([422, 'user_sso_managed'])
  }
})

test('does not reset the password of an SSO account by email (auth 7.6)', async () => {
  await using auth = await createTestAuth()
  await signUp(auth)
  await auth.sql`update auth.users set is_sso_user = true`
  expect((await send(auth, 'POST', '/recover', { email: EMAIL })).text).toBe('{}')
  expect(await auth.mails(EMAIL)).toEqual([])
  expect((await send(auth, 'POST', '/token?grant_type=password', { email: EMAIL, password: PASSWORD })).status).toBe(
    400,
  )
})

test('rejects an unknown logout scope (auth 7.7)', async () => {
  await using auth = await createTestAuth()
  const ada = await signUp(auth)
  const response = await send(auth, 'POST', '/logout?scope=everyone', undefined, bearer(ada))
  expect([response.status, response.body.error_code]).toEqual([400, 'validation_failed'])
  expect((await send(auth, 'GET', '/user', undefined, bearer(ada))).status).toBe(200)
})
