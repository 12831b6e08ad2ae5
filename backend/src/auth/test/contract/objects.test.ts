import { expect, test } from 'vitest'
import { createTestAuth, KEYS, PASSWORD } from '../test-auth.ts'
import { openSession, sendRequest } from '../test-http.ts'

const EMAIL = 'ada@example.org'
const PHONE = '4915112345678'
const MINUTE_MS = 60_000
const TIME = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/)

test('shows all timestamps, pending addresses and factors of a user, and no secret (auth 4)', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' })
  const { access_token: token, user } = await openSession(auth, EMAIL)
  await auth.sql`update auth.users set phone = '4930123456', phone_confirmed_at = now() + interval '1 minute', invited_at = now()`
  await sendRequest(auth, 'POST', '/recover', { json: { email: EMAIL } })
  await sendRequest(auth, 'GET', '/reauthenticate', { token })
  await sendRequest(auth, 'PUT', '/user', { json: { email: 'new@example.org', phone: PHONE }, token })
  await sendRequest(auth, 'POST', '/factors', { json: { factor_type: 'totp', friendly_name: 'App' }, token })
  await auth.sql`update auth.users set banned_until = now() - interval '1 minute', confirmation_sent_at = now()`
  const { body, text } = await sendRequest(auth, 'GET', '/user', { token })
  expect(body).toEqual({
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: EMAIL,
    phone: '4930123456',
    email_confirmed_at: TIME,
    phone_confirmed_at: TIME,
    confirmed_at: body.email_confirmed_at,
    invited_at: TIME,
    confirmation_sent_at: TIME,
    recovery_sent_at: TIME,
    reauthentication_sent_at: TIME,
    email_change_sent_at: TIME,
    phone_change_sent_at: TIME,
    new_email: 'new@example.org',
    new_phone: PHONE,
    last_sign_in_at: TIME,
    banned_until: TIME,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { email_verified: true },
    identities: [expect.objectContaining({ provider: 'email' })],
    factors: [expect.objectContaining({ factor_type: 'totp' })],
    created_at: TIME,
    updated_at: TIME,
    is_anonymous: false,
  })
  const [row] = await auth.sql`
    select encrypted_password, recovery_token, reauthentication_token, email_change_token_new from auth.users`
  for (const secret of Object.values(row ?? {})) expect(text).not.toContain(secret)
})

test('shows a new factor with an empty phone and no challenge time (auth 4)', async () => {
  await using auth = await createTestAuth()
  const { access_token: token } = await openSession(auth, EMAIL)
  const { body: named } = await sendRequest(auth, 'POST', '/factors', {
    json: { factor_type: 'totp', friendly_name: 'App' },
    token,
  })
  await sendRequest(auth, 'POST', '/factors', { json: { factor_type: 'totp' }, token })
  await sendRequest(auth, 'POST', `/factors/${named.id}/challenge`, { token })
  const { body } = await sendRequest(auth, 'GET', '/user', { token })
  const factor = { created_at: TIME, updated_at: TIME, status: 'unverified', factor_type: 'totp', phone: '' }
  expect(body.factors).toEqual([
    { id: named.id, friendly_name: 'App', last_challenged_at: TIME, ...factor },
    { id: expect.any(String), last_challenged_at: null, ...factor },
  ])
})

test('merges metadata, deletes keys set to null and names the provider of the oldest identity (auth 4)', async () => {
  await using auth = await createTestAuth()
  const { access_token: token, user } = await openSession(auth, EMAIL)
  const merge = async (data: object) =>
    (await sendRequest(auth, 'PUT', '/user', { json: { data }, token })).body.user_metadata
  expect(await merge({ a: { b: 1 }, list: [1] })).toEqual({ email_verified: true, a: { b: 1 }, list: [1] })
  expect(await merge({ a: { c: 2 }, list: null })).toEqual({ email_verified: true, a: { c: 2 } })
  await auth.sql`
    insert into auth.identities (provider_id, user_id, provider, identity_data, created_at, updated_at) values
      ('g1', ${user.id}, 'github', '{"sub":"g1"}', now() - interval '1 day', now()),
      ('g2', ${user.id}, 'github', '{"sub":"g2"}', now(), now())`
  const json = { email: EMAIL, email_confirm: true }
  const { body } = await sendRequest(auth, 'PUT', `/admin/users/${user.id}`, { json, token: KEYS.secretKey })
  expect(body.app_metadata).toEqual({ provider: 'github', providers: ['github', 'email'] })
})

test('returns an invented user for a repeated sign-up, audits it and sends no email (auth 6.5)', async () => {
  await using auth = await createTestAuth({
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
    GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
    GOTRUE_SECURITY_REVEAL_ACCOUNTS: 'true',
  })
  const signUp = async (json: object) =>
    (await sendRequest(auth, 'POST', '/signup', { json: { password: PASSWORD, ...json } })).body
  for (const [address, known] of [
    [{ email: EMAIL }, { email: 'new@example.org' }],
    [{ phone: PHONE }, { phone: '4930123456' }],
  ] as const) {
    await signUp(known)
    await auth.sql`update auth.users set email_confirmed_at = now(), phone_confirmed_at = now()`
    const fresh = await signUp({ ...address, data: { name: 'Ada' } })
    const invented = await signUp({ ...known, data: { name: 'Ada' } })
    expect(Object.keys(invented).sort()).toEqual(Object.keys(fresh).sort())
    expect(invented).toMatchObject({ ...known, role: '', identities: [], user_metadata: { name: 'Ada' } })
    expect(Math.abs(Date.parse(String(invented.confirmation_sent_at)) - Date.now())).toBeLessThan(MINUTE_MS)
    expect(await auth.sql`select from auth.users where id = ${String(invented.id)}`).toHaveLength(0)
    expect(await auth.mails(Object.values(known).join())).toHaveLength(1)
  }
  const [noted] = await auth.sql`
    select count(*)::int as count from auth.audit_log_entries where payload ->> 'action' = 'user_repeated_signup'`
  expect(noted).toEqual({ count: 2 })
})
