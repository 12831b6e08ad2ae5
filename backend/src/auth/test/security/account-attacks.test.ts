import { expect, test } from 'vitest'
import { createTestAuth, KEYS, PASSWORD, type TestAuth } from '../test-auth.ts'

const EMAIL = 'ada@example.org'
const operator = { authorization: `Bearer ${KEYS.secretKey}` }
const PROVIDER = {
  GOTRUE_EXTERNAL_GITHUB_ENABLED: 'true',
  GOTRUE_EXTERNAL_GITHUB_CLIENT_ID: 'client',
  GOTRUE_EXTERNAL_GITHUB_SECRET: 'secret',
  GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
}

/** A user, and a PKCE code of theirs that an app has yet to exchange. */
async function beginPkceSignIn(auth: TestAuth) {
  const client = auth.client({ flowType: 'pkce' })
  const { data } = await client.auth.signUp({ email: EMAIL, password: PASSWORD })
  await client.auth.signInWithOtp({ email: EMAIL })
  const { link } = await auth.lastMail(EMAIL)
  const opened = await auth.request(`/verify${link?.search ?? ''}`)
  const code = new URL(opened.headers.get('location') ?? '').searchParams.get('code') ?? ''
  return { client, code, id: data.user?.id ?? '', token: data.session?.access_token ?? '' }
}

test('rejects the PKCE code of a soft-deleted account (auth 7.2)', async () => {
  await using auth = await createTestAuth()
  const { client, code, id } = await beginPkceSignIn(auth)
  const removed = await auth.request(`/admin/users/${id}`, {
    method: 'DELETE',
    json: { should_soft_delete: true },
    headers: operator,
  })
  expect(removed.status).toBe(200)
  const { error } = await client.auth.exchangeCodeForSession(code)
  expect(error).toMatchObject({ status: 404, code: 'flow_state_not_found' })
})

test.each(['the user', 'an operator'])(
  'ends pending codes and links when a new password is set by %s (auth 7.6)',
  async (who) => {
    await using auth = await createTestAuth(PROVIDER)
    const { client, code, id, token } = await beginPkceSignIn(auth)
    const headers = { authorization: `Bearer ${token}` }
    const linking = await auth.request('/user/identities/authorize?provider=github', { headers })
    expect(linking.status).toBe(302)
    const [path, by] = who === 'the user' ? ['/user', headers] : [`/admin/users/${id}`, operator]
    const changed = await auth.request(path, { method: 'PUT', json: { password: 'a better one 9' }, headers: by })
    expect(changed.status).toBe(200)
    expect((await client.auth.exchangeCodeForSession(code)).error).toMatchObject({ code: 'flow_state_not_found' })
    expect(await auth.sql`select from auth.flow_state`).toHaveLength(0)
  },
)

test.each(['/otp', '/magiclink'])(
  'clears a password that a stranger set before %s confirmed the account (auth 7.3)',
  async (path) => {
    await using auth = await createTestAuth({ GOTRUE_MAILER_AUTOCONFIRM: 'false', GOTRUE_SMTP_MAX_FREQUENCY: '0s' })
    const stranger = auth.client()
    await stranger.auth.signUp({ email: EMAIL, password: PASSWORD })
    expect((await auth.request(path, { json: { email: EMAIL } })).status).toBe(200)
    const { code: token } = await auth.lastMail(EMAIL)
    expect((await auth.client().auth.verifyOtp({ email: EMAIL, token, type: 'email' })).error).toBeNull()
    const { error } = await stranger.auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
    expect(error).toMatchObject({ code: 'invalid_credentials' })
  },
)

test('replaces the name and picture that a stranger chose when the owner of the address signs up (auth 6.5)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MAILER_AUTOCONFIRM: 'false', GOTRUE_SMTP_MAX_FREQUENCY: '0s' })
  const data = { name: 'Eve', avatar_url: 'https://eve.example/a.png' }
  await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD, options: { data } })
  const owner = auth.client()
  await owner.auth.signUp({ email: EMAIL, password: 'the password of the owner', options: { data: { name: 'Ada' } } })
  const { code: token } = await auth.lastMail(EMAIL)
  const { data: confirmed } = await owner.auth.verifyOtp({ email: EMAIL, token, type: 'signup' })
  expect(confirmed.user?.user_metadata).toEqual({ name: 'Ada', email_verified: true })
})

test("clears a password that a stranger set for another person's phone number (auth 7.3)", async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_PHONE_ENABLED: 'true', GOTRUE_SMS_MAX_FREQUENCY: '0s' })
  const phone = '+4915112345678'
  await auth.client().auth.signUp({ phone, password: PASSWORD })
  await auth.client().auth.signInWithOtp({ phone })
  const token = /\d{6}/.exec((await auth.lastMail('4915112345678')).text)?.[0] ?? ''
  expect((await auth.client().auth.verifyOtp({ phone, token, type: 'sms' })).error).toBeNull()
  const { error } = await auth.client().auth.signInWithPassword({ phone, password: PASSWORD })
  expect(error).toMatchObject({ code: 'invalid_credentials' })
})

test('clears a password that a stranger set before the owner of a phone number signs up (auth 6.5)', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_PHONE_ENABLED: 'true', GOTRUE_SMS_MAX_FREQUENCY: '0s' })
  const phone = '+4915112345678'
  await auth.client().auth.signUp({ phone, password: PASSWORD })
  await auth.client().auth.signUp({ phone, password: 'the password of the owner' })
  const token = /\d{6}/.exec((await auth.lastMail('4915112345678')).text)?.[0] ?? ''
  expect((await auth.client().auth.verifyOtp({ phone, token, type: 'sms' })).error).toBeNull()
  const { error } = await auth.client().auth.signInWithPassword({ phone, password: PASSWORD })
  expect(error).toMatchObject({ code: 'invalid_credentials' })
})

test('keeps the password when unconfirmed users may sign in (auth 7.3)', async () => {
  const settings = { GOTRUE_MAILER_AUTOCONFIRM: 'false', GOTRUE_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS: 'true' }
  await using auth = await createTestAuth({ ...settings, GOTRUE_SMTP_MAX_FREQUENCY: '0s' })
  await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  await auth.client().auth.signInWithOtp({ email: EMAIL })
  expect((await auth.client().auth.signInWithPassword({ email: EMAIL, password: PASSWORD })).error).toBeNull()
})

test('ends no session when a token without one signs out locally (auth 7.7)', async () => {
  await using auth = await createTestAuth()
  const { data } = await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  const token = await auth.tokens.sign({ sub: data.user?.id ?? '', aud: 'authenticated', role: 'authenticated' })
  const signOut = (scope: string) =>
    auth.request(`/logout?scope=${scope}`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  expect((await signOut('local')).status).toBe(204)
  expect(await auth.sql`select from auth.sessions`).toHaveLength(1)
  expect((await signOut('global')).status).toBe(204)
  expect(await auth.sql`select from auth.sessions`).toHaveLength(0)
})
