import { expect, test } from 'vitest'
import { AUTH_URL } from '../test-api-url.ts'
import { createTestAuth, KEYS, PASSWORD, type TestAuth } from '../test-auth.ts'
import { openSession, readError, sendRequest } from '../test-http.ts'

const EMAIL = 'ada@example.org'
const PHONE = '4915112345678'

const post = (auth: TestAuth, path: string, json: object, token?: string) =>
  sendRequest(auth, 'POST', path, { json, ...(token === undefined ? {} : { token }) })
const signIn = (auth: TestAuth, json: object) => post(auth, '/token?grant_type=password', json)

test('requires a valid email and stores it in lower case (auth 6.1)', async () => {
  await using auth = await createTestAuth()
  const invite = async (json: object) => readError(await post(auth, '/invite', json, KEYS.secretKey))
  expect(await invite({})).toEqual([400, 'validation_failed', 'An email address is required'])
  const invalid = 'Unable to validate email address: invalid format'
  expect(await invite({ email: 'ada' })).toEqual([400, 'validation_failed', invalid])
  expect(await invite({ email: `${'a'.repeat(250)}@b.org` })).toEqual([400, 'validation_failed', expect.any(String)])
  await post(auth, '/invite', { email: 'Ada@Example.ORG' }, KEYS.secretKey)
  expect(await auth.sql`select email from auth.users`).toEqual([{ email: EMAIL }])
})

test('lists the reasons of a weak password with their character sets (auth 6.2)', async () => {
  await using auth = await createTestAuth({
    GOTRUE_PASSWORD_MIN_LENGTH: '8',
    GOTRUE_PASSWORD_REQUIRED_CHARACTERS: 'abc:012\\:',
  })
  const { status, body } = await post(auth, '/signup', { email: EMAIL, password: 'xyz' })
  expect([status, body]).toEqual([
    422,
    {
      code: 422,
      error_code: 'weak_password',
      msg: 'Password should be at least 8 characters. Password should contain at least one character of each: abc, 012:.',
      weak_password: { reasons: ['length', 'characters'] },
    },
  ])
})

test('rejects wrong, unknown, unconfirmed and passwordless accounts by phone (auth 7.2)', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' })
  await post(auth, '/signup', { phone: `+${PHONE}`, password: PASSWORD })
  const invalid = [400, 'invalid_credentials', 'Invalid login credentials']
  const problem = async (json: object) => readError(await signIn(auth, json))
  expect(await problem({ phone: PHONE, password: 'wrong one 1' })).toEqual(invalid)
  expect(await problem({ phone: '4930123456', password: PASSWORD })).toEqual(invalid)
  expect(await problem({ phone: PHONE, password: PASSWORD })).toEqual([
    400,
    'phone_not_confirmed',
    'Phone not confirmed',
  ])
  expect((await problem({ phone: PHONE, email: EMAIL, password: 'x' })).slice(0, 2)).toEqual([400, 'validation_failed'])
  await auth.sql`update auth.users set phone_confirmed_at = now(), encrypted_password = ''`
  for (const password of ['', PASSWORD]) expect(await problem({ phone: PHONE, password })).toEqual(invalid)
})

test('lets unconfirmed users sign in when the settings allow it (auth 7.2)', async () => {
  await using auth = await createTestAuth({
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
    GOTRUE_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS: 'true',
  })
  await post(auth, '/signup', { email: EMAIL, password: PASSWORD })
  const { status, body } = await signIn(auth, { email: EMAIL, password: PASSWORD })
  expect([status, Object(body.user).email_confirmed_at]).toEqual([200, undefined])
})

test('can disable each web3 chain (auth 7.2)', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED: 'true' })
  const off = readError(await post(auth, '/token?grant_type=web3', { chain: 'ethereum' }))
  expect(off).toEqual([422, 'web3_provider_disabled', 'Ethereum Web3 provider is disabled'])
  const on = readError(await post(auth, '/token?grant_type=web3', { chain: 'solana' }))
  expect(on.slice(0, 2)).toEqual([400, 'validation_failed'])
})

test('publishes every contracted setting as a boolean (auth 7.12)', async () => {
  await using auth = await createTestAuth()
  const { body, headers } = await sendRequest(auth, 'GET', '/settings')
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  const providers =
    'apple azure bitbucket discord facebook snapchat figma fly github gitlab google keycloak kakao linkedin ' +
    'linkedin_oidc notion spotify slack slack_oidc workos twitch twitter zoom'
  expect(body.external).toMatchObject({
    anonymous_users: false,
    email: true,
    phone: false,
    ...Object.fromEntries(providers.split(' ').map((name) => [name, false])),
  })
  expect(body).toMatchObject({
    disable_signup: false,
    mailer_autoconfirm: true,
    phone_autoconfirm: false,
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
    sms_provider: '',
  })
})

test('serves discovery and health with the contracted fields, cacheable for ten minutes (auth 7.12)', async () => {
  await using auth = await createTestAuth()
  const { body, headers } = await sendRequest(auth, 'GET', '/.well-known/openid-configuration')
  expect(headers.get('cache-control')).toBe('public, max-age=600')
  expect(body).toMatchObject({
    issuer: AUTH_URL,
    jwks_uri: `${AUTH_URL}/.well-known/jwks.json`,
    id_token_signing_alg_values_supported: ['ES256'],
  })
  expect((await sendRequest(auth, 'GET', '/health')).body).toEqual({
    name: 'GoTrue',
    version: expect.any(String),
    description: expect.any(String),
  })
  expect((await sendRequest(auth, 'GET', '/.well-known/oauth-authorization-server')).status).toBe(404)
})

test('audits users and operators with the contracted actions and types (auth 8)', async () => {
  await using auth = await createTestAuth({
    GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
    GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
    GOTRUE_SMS_AUTOCONFIRM: 'true',
  })
  const { access_token: token, refresh_token, user } = await openSession(auth, EMAIL)
  const member = (method: string, path: string, json?: object) =>
    sendRequest(auth, method, path, { token, ...(json ? { json } : {}) })
  const operator = (method: string, path: string, json?: object) =>
    sendRequest(auth, method, path, { token: KEYS.secretKey, ...(json ? { json } : {}) })
  await post(auth, '/token?grant_type=refresh_token', { refresh_token })
  await post(auth, '/recover', { email: EMAIL })
  await member('GET', '/reauthenticate')
  await member('PUT', '/user', { password: 'a better one 9', phone: PHONE })
  const { body: account } = await member('GET', '/user')
  const phone = (account.identities as { identity_id: string; provider: string }[]).find(
    ({ provider }) => provider === 'phone',
  )
  await member('DELETE', `/user/identities/${phone?.identity_id}`)
  const { body: first } = await member('POST', '/factors', { factor_type: 'totp' })
  await member('POST', `/factors/${first.id}/challenge`)
  await member('DELETE', `/factors/${first.id}`)
  const { body: second } = await member('POST', '/factors', { factor_type: 'totp' })
  await operator('PUT', `/admin/users/${user.id}/factors/${second.id}`, { friendly_name: 'App' })
  await operator('DELETE', `/admin/users/${user.id}/factors/${second.id}`)
  await member('POST', '/logout')
  await operator('POST', '/invite', { email: 'bob@example.org' })
  const { hash } = await auth.lastMail('bob@example.org')
  await post(auth, '/verify', { type: 'invite', token_hash: hash })
  await operator('DELETE', `/admin/users/${user.id}`)
  const rows = await auth.sql<{ line: string }[]>`
    select distinct payload ->> 'log_type' || ' ' || (payload ->> 'action') as line from auth.audit_log_entries`
  expect(rows.map(({ line }) => line).sort()).toEqual([
    'account invite_accepted',
    'account login',
    'account logout',
    'factor challenge_created',
    'factor factor_deleted',
    'factor factor_in_progress',
    'factor factor_unenrolled',
    'factor factor_updated',
    'team user_deleted',
    'team user_invited',
    'team user_signedup',
    'token token_refreshed',
    'token token_revoked',
    'user identity_unlinked',
    'user user_modified',
    'user user_reauthenticate_requested',
    'user user_recovery_requested',
    'user user_updated_password',
  ])
  const [login] = await auth.sql`
    select payload from auth.audit_log_entries where payload ->> 'action' = 'login' and payload ->> 'actor_id' = ${user.id}`
  expect(login?.payload).toMatchObject({ actor_id: user.id, actor_username: EMAIL, actor_via_sso: false })
})
