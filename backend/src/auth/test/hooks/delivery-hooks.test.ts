import { expect, test } from 'vitest'
import { parseAuthSettings } from '../../settings.ts'
import { API_URL } from '../test-api-url.ts'
import { createTestAuth, PASSWORD, SITE_URL } from '../test-auth.ts'
import { EMAIL, hooked, signUp, startHook } from './test-hook.ts'

test('sends emails through send_email instead of the mail server (auth 6.9)', async () => {
  await using hook = await startHook()
  await using auth = await createTestAuth(hooked('SEND_EMAIL', hook.url))
  const { data, error } = await auth
    .client()
    .auth.signUp({ email: EMAIL, password: PASSWORD, options: { emailRedirectTo: `${SITE_URL}/welcome` } })
  expect([error, data.session]).toEqual([null, null])
  await expect.poll(() => hook.calls).toHaveLength(1)
  const sent = hook.calls[0]?.body.email_data
  expect(sent).toMatchObject({
    email_action_type: 'signup',
    redirect_to: `${SITE_URL}/welcome`,
    site_url: `${API_URL}/auth/v1`,
    token: expect.stringMatching(/^\d{6}$/),
    token_hash: expect.stringMatching(/^[0-9a-f]{56}$/),
  })
  await expect.poll(() => auth.sql`select from auth.outbox`).toHaveLength(0)
  const verified = await auth.client().auth.verifyOtp({ type: 'signup', token_hash: String(sent?.token_hash) })
  expect(verified.data.session).not.toBeNull()
})

test('passes both codes of a secure email change to send_email in one call (auth 6.9)', async () => {
  await using hook = await startHook()
  await using auth = await createTestAuth(hooked('SEND_EMAIL', hook.url))
  const client = auth.client()
  await client.auth.signUp({ email: EMAIL, password: PASSWORD })
  await expect.poll(() => hook.calls).toHaveLength(1)
  const confirmation = String(hook.calls[0]?.body.email_data?.token_hash)
  await client.auth.verifyOtp({ type: 'signup', token_hash: confirmation })
  await client.auth.updateUser({ email: 'new@example.org' })
  await expect.poll(() => hook.calls).toHaveLength(2)
  const [, call] = hook.calls
  const data = call?.body.email_data ?? {}
  expect(data.email_action_type).toBe('email_change')
  expect(call?.body.user).toMatchObject({ email: EMAIL, new_email: 'new@example.org' })
  const current = await client.auth.verifyOtp({ type: 'email_change', email: EMAIL, token: String(data.token) })
  expect(current.error).toBeNull()
  const changed = await client.auth.verifyOtp({ type: 'email_change', token_hash: String(data.token_hash) })
  expect(changed.data.user?.email).toBe('new@example.org')
})

test('hides rejections by send_email from clients, and retries when it is busy (auth 6.9)', async () => {
  let code = 500
  await using hook = await startHook((response) => {
    const error = { http_code: code, message: 'Mails are out' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ error }))
  })
  await using auth = await createTestAuth(hooked('SEND_EMAIL', hook.url))
  expect((await signUp(auth)).error).toBeNull()
  await expect.poll(() => auth.logged.join('')).toContain('mail not sent')
  code = 403
  auth.wait(120_000)
  expect((await signUp(auth, 'bea@example.org')).error).toBeNull()
  await expect.poll(() => auth.logged.filter((line) => line.includes('mail rejected'))).toHaveLength(2)
  const recipients = hook.calls.map(({ body }) => body.user?.email)
  expect(recipients.toSorted()).toEqual([EMAIL, EMAIL, 'bea@example.org'])
  expect(await auth.sql`select from auth.outbox`).toHaveLength(0)
})

test('responds before a slow send_email has sent the email (auth 6.9)', async () => {
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
  await using hook = await startHook(async (response) => {
    await isOpen
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await using auth = await createTestAuth(hooked('SEND_EMAIL', hook.url))
  expect((await signUp(auth)).error).toBeNull()
  await expect.poll(() => hook.calls).toHaveLength(1)
  expect(await auth.sql`select from auth.outbox where hook_input is not null`).toHaveLength(1)
  open()
  await expect.poll(() => auth.sql`select from auth.outbox`).toHaveLength(0)
})

test('sends SMS through send_sms instead of a provider (auth 6.9)', async () => {
  await using hook = await startHook()
  await using auth = await createTestAuth(hooked('SEND_SMS', hook.url, { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' }))
  const phone = '4915112345678'
  const client = auth.client()
  await client.auth.signUp({ phone, password: PASSWORD })
  await expect.poll(() => hook.calls).toHaveLength(1)
  const sms = hook.calls[0]?.body.sms
  expect(sms).toMatchObject({ phone, otp: expect.stringMatching(/^\d{6}$/) })
  const { data } = await client.auth.verifyOtp({ phone, type: 'sms', token: String(sms?.otp) })
  expect(data.session).not.toBeNull()
  expect(await auth.sql`select from auth.outbox`).toHaveLength(0)
})

test('hides rejections by send_sms from clients, and retries when it is busy (auth 6.9)', async () => {
  let code = 500
  await using hook = await startHook((response) => {
    const error = { http_code: code, message: 'Closed' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ error }))
  })
  await using auth = await createTestAuth(hooked('SEND_SMS', hook.url, { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' }))
  expect((await auth.request('/otp', { json: { phone: '4915112345678' } })).status).toBe(200)
  await expect.poll(() => auth.logged.join('')).toContain('SMS not sent')
  code = 403
  auth.wait(20_000)
  await auth.request('/otp', { json: { phone: '4915112345679' } })
  await expect.poll(() => auth.logged.filter((line) => line.includes('SMS rejected'))).toHaveLength(2)
  expect(hook.calls.map(({ body }) => body.sms?.phone).sort()).toEqual([
    '4915112345678',
    '4915112345678',
    '4915112345679',
  ])
})

test('requires the URL of an enabled hook, and a secret over HTTP (auth 6.9)', () => {
  const parse = (environment: Record<string, string>) => () =>
    parseAuthSettings(environment, { siteUrl: SITE_URL, apiUrl: API_URL })
  expect(parse({ GOTRUE_HOOK_SEND_SMS_ENABLED: 'true' })).toThrow('GOTRUE_HOOK_SEND_SMS_URI: is required')
  const uri = { GOTRUE_HOOK_SEND_SMS_ENABLED: 'true', GOTRUE_HOOK_SEND_SMS_URI: 'https://x.test/' }
  expect(parse(uri)).toThrow('GOTRUE_HOOK_SEND_SMS_SECRETS: is required')
  expect(parse({ ...uri, GOTRUE_HOOK_SEND_SMS_SECRETS: 'abc' })).toThrow('must be v1,whsec_')
  expect(parse({ ...uri, GOTRUE_HOOK_SEND_SMS_URI: 'ftp://x' })).toThrow('must be https://')
})
