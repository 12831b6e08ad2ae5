import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestAuth, PASSWORD, type TestAuth } from '../test-auth.ts'
import { openSession, readError, sendRequest } from '../test-http.ts'

const EMAIL = 'ada@example.org'
const PHONE = '4915112345678'
const BETTER = 'a better one 9'
const DAY_MS = 86_400_000

const put = (auth: TestAuth, token: string, json: object) => sendRequest(auth, 'PUT', '/user', { json, token })

test('rejects each invalid update with its status, code and message (auth 7.6)', async () => {
  await using auth = await createTestAuth({
    GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
    GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
    GOTRUE_SMS_AUTOCONFIRM: 'true',
    GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: 'true',
    GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: 'true',
    GOTRUE_JWT_EXP: '900000',
  })
  await openSession(auth, 'bob@example.org')
  await sendRequest(auth, 'POST', '/signup', { json: { phone: PHONE, password: PASSWORD } })
  const { access_token: token } = await openSession(auth, EMAIL)
  const problem = async (json: object) => readError(await put(auth, token, json))
  expect(await problem({ phone: '0151' })).toEqual([
    400,
    'validation_failed',
    'Invalid phone number format (E.164 required)',
  ])
  expect(await problem({ phone: '+49 151', channel: 'pigeon' })).toEqual([
    400,
    'validation_failed',
    expect.stringContaining('Invalid channel'),
  ])
  expect(await problem({ password: 'abc' })).toEqual([
    422,
    'weak_password',
    'Password should be at least 6 characters.',
  ])
  expect(await problem({ email: 'bob@example.org' })).toEqual([
    422,
    'email_exists',
    'A user with this email address has already been registered',
  ])
  expect(await problem({ phone: PHONE })).toEqual([
    422,
    'phone_exists',
    'A user with this phone number has already been registered',
  ])
  expect(await problem({ password: BETTER })).toEqual([400, 'current_password_required', expect.any(String)])
  const wrong = { password: BETTER, current_password: 'wrong one 1' }
  expect(await problem(wrong)).toEqual([400, 'current_password_invalid', expect.any(String)])
  expect(await problem({ password: PASSWORD, current_password: PASSWORD })).toEqual([
    422,
    'same_password',
    'New password should be different from the old password.',
  ])
  auth.wait(DAY_MS + 1_000)
  expect(await problem({ password: BETTER, current_password: PASSWORD })).toEqual([
    400,
    'reauthentication_needed',
    'Password update requires reauthentication',
  ])
  expect(await problem({ password: BETTER, nonce: '000000' })).toEqual([
    422,
    'reauthentication_not_valid',
    'Nonce has expired or is invalid',
  ])
  await auth.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    select gen_random_uuid(), id, 'totp', 'verified', now(), now() from auth.users where email = ${EMAIL}`
  expect(await problem({ phone: '4915100000000' })).toEqual([
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  ])
  const anonymous = await sendRequest(auth, 'POST', '/signup', { json: {} })
  const bare = readError(await put(auth, String(anonymous.body.access_token), { password: BETTER }))
  expect(bare.slice(0, 2)).toEqual([422, 'validation_failed'])
})

test('does not require the current password in a session begun with an emailed code (auth 7.6)', async () => {
  await using auth = await createTestAuth({ GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: 'true' })
  await openSession(auth, EMAIL)
  await sendRequest(auth, 'POST', '/recover', { json: { email: EMAIL } })
  const { hash } = await auth.lastMail(EMAIL)
  const { body } = await sendRequest(auth, 'POST', '/verify', { json: { type: 'recovery', token_hash: hash } })
  expect((await put(auth, String(body.access_token), { password: BETTER })).status).toBe(200)
})

test('lets a user with an admin role merge their own app_metadata (auth 7.6)', async () => {
  await using auth = await createTestAuth({ GOTRUE_JWT_ADMIN_ROLES: 'service_role,warden' })
  const { access_token: before } = await openSession(auth, EMAIL)
  expect(readError(await put(auth, before, { app_metadata: { plan: 'gold' } })).slice(0, 2)).toEqual([403, 'not_admin'])
  await auth.sql`update auth.users set role = 'warden'`
  const { body } = await sendRequest(auth, 'POST', '/token?grant_type=password', {
    json: { email: EMAIL, password: PASSWORD },
  })
  const token = String(body.access_token)
  await put(auth, token, { app_metadata: { plan: 'gold', trial: true } })
  const changed = await put(auth, token, { app_metadata: { trial: null } })
  expect([changed.status, changed.body.app_metadata]).toEqual([
    200,
    { provider: 'email', providers: ['email'], plan: 'gold' },
  ])
})

test('applies the email of an anonymous account at once with autoconfirm (auth 7.6)', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' })
  const { body } = await sendRequest(auth, 'POST', '/signup', { json: {} })
  const changed = await put(auth, String(body.access_token), { email: EMAIL, password: BETTER })
  expect(changed.body).toMatchObject({
    email: EMAIL,
    is_anonymous: false,
    email_confirmed_at: expect.any(String),
    app_metadata: { provider: 'email', providers: ['email'] },
    identities: [{ provider: 'email', identity_data: { email: EMAIL, email_verified: true } }],
  })
  expect(await auth.mails(EMAIL)).toEqual([])
})

test('rejects each invalid unlinking with its status, code and message (auth 7.9)', async () => {
  await using auth = await createTestAuth({ GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true' })
  const { access_token: token, user } = await openSession(auth, EMAIL)
  const unlink = async (id: unknown, headers: Record<string, string> = {}) =>
    readError(await sendRequest(auth, 'DELETE', `/user/identities/${id}`, { token, headers }))
  expect((await unlink('nonsense')).slice(0, 2)).toEqual([404, 'validation_failed'])
  expect((await unlink(randomUUID(), { 'x-jwt-aud': 'partners' })).slice(0, 2)).toEqual([403, 'unexpected_audience'])
  expect(await unlink(randomUUID())).toEqual([
    422,
    'single_identity_not_deletable',
    'User must have at least 1 identity after unlinking',
  ])
  await auth.sql`
    insert into auth.identities (provider_id, user_id, provider, identity_data, created_at, updated_at)
    values ('g1', ${user.id}, 'github', '{"sub":"g1","email":"bob@example.org","email_verified":true}', now(), now())`
  expect((await unlink(randomUUID())).slice(0, 2)).toEqual([422, 'identity_not_found'])
  await openSession(auth, 'bob@example.org')
  const [own] = await auth.sql`select id from auth.identities where provider = 'email' and user_id = ${user.id}`
  // The remaining identity has the email of another user.
  expect((await unlink(own?.id)).slice(0, 2)).toEqual([422, 'email_conflict_identity_not_deletable'])
})

test('adopts the email of the best remaining identity after unlinking (auth 7.9)', async () => {
  await using auth = await createTestAuth({ GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true' })
  const { access_token: token, user } = await openSession(auth, EMAIL)
  await auth.sql`
    insert into auth.identities (provider_id, user_id, provider, identity_data, created_at, updated_at) values
      ('g1', ${user.id}, 'github', '{"sub":"g1","email":"old@example.org","email_verified":false}', now() - interval '1 day', now()),
      ('k1', ${user.id}, 'kakao', '{"sub":"k1","email":"proved@example.org","email_verified":true}', now(), now())`
  await sendRequest(auth, 'POST', '/recover', { json: { email: EMAIL } })
  const unlink = async (provider: string) => {
    const [identity] = await auth.sql`select id from auth.identities where provider = ${provider}`
    return sendRequest(auth, 'DELETE', `/user/identities/${identity?.id}`, { token })
  }
  expect((await unlink('email')).text).toBe('{}')
  const { body: proved } = await sendRequest(auth, 'GET', '/user', { token })
  expect(proved).toMatchObject({ email: 'proved@example.org', email_confirmed_at: expect.any(String) })
  expect(await auth.sql`select from auth.one_time_tokens`).toHaveLength(0)
  // The owner of the unverified address could take over the account.
  expect(readError(await unlink('kakao'))).toEqual([
    422,
    'email_conflict_identity_not_deletable',
    'Unable to unlink identity because the remaining email addresses are not verified',
  ])
  const { body: kept } = await sendRequest(auth, 'GET', '/user', { token })
  expect(kept).toMatchObject({ email: 'proved@example.org', email_confirmed_at: proved.email_confirmed_at })
  expect(kept).toHaveProperty('app_metadata.providers', expect.arrayContaining(['kakao']))
})
