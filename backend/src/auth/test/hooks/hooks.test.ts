import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { parseAuthSettings } from '../../settings.ts'
import { API_URL } from '../test-api-url.ts'
import { createTestAuth, PASSWORD, SITE_URL, type TestAuth } from '../test-auth.ts'

const SECRET = 'v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYqr'
const OTHER_SECRET = 'v1,whsec_aaaaaaaaGKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYq'
const EMAIL = 'ada@example.org'

interface Call {
  headers: IncomingMessage['headers']
  text: string
  body: Record<string, Record<string, unknown>> & { user_id?: string; valid?: boolean }
}

interface HookServer extends AsyncDisposable {
  url: string
  calls: Call[]
}

type Reply = (response: ServerResponse, call: Call, count: number) => void

/** A local HTTP server that answers hooks with JSON, or as the test says. */
async function startHook(reply: Reply | object = {}): Promise<HookServer> {
  const calls: Call[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const call = { headers: request.headers, text, body: JSON.parse(text) as Call['body'] }
      calls.push(call)
      if (typeof reply === 'function') return (reply as Reply)(response, call, calls.length)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(reply))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return {
    url,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const hooked = (name: string, uri: string, more: Record<string, string> = {}) => ({
  [`GOTRUE_HOOK_${name}_ENABLED`]: 'true',
  [`GOTRUE_HOOK_${name}_URI`]: uri,
  [`GOTRUE_HOOK_${name}_SECRETS`]: SECRET,
  ...more,
})

const signUp = (auth: TestAuth, email = EMAIL) => auth.client().auth.signUp({ email, password: PASSWORD })
const signIn = (auth: TestAuth, password = PASSWORD) =>
  auth.client().auth.signInWithPassword({ email: EMAIL, password })

test('calls before_user_created signed with every secret and creates the account (auth 6.9)', async () => {
  await using hook = await startHook()
  const secrets = { GOTRUE_HOOK_BEFORE_USER_CREATED_SECRETS: `${SECRET}|${OTHER_SECRET}` }
  await using auth = await createTestAuth(hooked('BEFORE_USER_CREATED', hook.url, secrets))
  const answer = await auth.request('/signup', {
    json: { email: EMAIL, password: PASSWORD, data: { name: 'Ada' } },
    headers: { 'x-forwarded-for': '203.0.113.9' },
  })
  expect(answer.status).toBe(200)
  const [call] = hook.calls
  expect(hook.calls).toHaveLength(1)
  for (const secret of [SECRET, OTHER_SECRET]) {
    new Webhook(secret.slice(3)).verify(call?.text ?? '', call?.headers as Record<string, string>)
  }
  expect(call?.body).toMatchObject({
    metadata: { name: 'before-user-created', ip_address: '203.0.113.9', uuid: call?.headers['webhook-id'] },
    user: { email: EMAIL, user_metadata: { name: 'Ada' }, role: 'authenticated', is_anonymous: false },
  })
  expect(call?.text).not.toContain(PASSWORD)
})

test.each([
  [{ error: { http_code: 403, message: 'Only for friends' } }, 403, 'Only for friends', 'unknown'],
  [{ error: { message: 'Out of order' } }, 500, 'Out of order', 'unexpected_failure'],
  [{ error: { http_code: 200 } }, 500, 'A hook of this service failed', 'unexpected_failure'],
])('lets before_user_created reject an account by %j (auth 6.9)', async (reply, status, message, code) => {
  await using hook = await startHook(reply)
  await using auth = await createTestAuth(hooked('BEFORE_USER_CREATED', hook.url))
  const answer = await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD } })
  expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([status, code])
  expect(await answer.json()).toMatchObject({ msg: message })
  expect(await auth.sql`select from auth.users`).toHaveLength(0)
})

test('calls before_user_created for every new account except those of an operator (auth 6.9)', async () => {
  await using hook = await startHook({ error: { http_code: 422, message: 'No' } })
  const environment = { GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true', GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' }
  await using auth = await createTestAuth(hooked('BEFORE_USER_CREATED', hook.url, environment))
  const headers = { apikey: 'sb_secret_test' }
  const asked = [
    await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD } }),
    await auth.request('/signup', { json: { phone: '4915112345678', password: PASSWORD } }),
    await auth.request('/signup', { json: {} }),
    await auth.request('/otp', { json: { email: EMAIL } }),
    await auth.request('/invite', { json: { email: EMAIL }, headers }),
  ]
  expect(asked.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422])
  const made = await auth.request('/admin/users', { json: { email: EMAIL }, headers })
  expect(made.status).toBe(200)
})

test('calls after_user_created once the account is committed and ignores its errors (auth 6.9)', async () => {
  await using hook = await startHook({ error: { http_code: 400, message: 'I object' } })
  await using auth = await createTestAuth(hooked('AFTER_USER_CREATED', hook.url))
  const { data, error } = await signUp(auth)
  expect(error).toBeNull()
  await expect.poll(() => hook.calls.length).toBe(1)
  expect(hook.calls[0]?.body).toMatchObject({ metadata: { name: 'after-user-created' }, user: { id: data.user?.id } })
})

test('lets custom_access_token replace the claims at sign-in and refresh (auth 6.9)', async () => {
  await using hook = await startHook((response, { body }) => {
    const claims = { ...body.claims, plan: 'gold', exp: Number(body.claims?.iat) + 600 }
    response.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify({ claims }))
  })
  await using auth = await createTestAuth(hooked('CUSTOM_ACCESS_TOKEN', hook.url))
  const client = auth.client()
  const { data } = await client.auth.signUp({ email: EMAIL, password: PASSWORD })
  expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({ plan: 'gold', email: EMAIL })
  expect(data.session?.expires_in).toBe(600)
  const refreshed = await client.auth.refreshSession()
  expect(decodeJwt(refreshed.data.session?.access_token ?? '').plan).toBe('gold')
  expect(hook.calls.map(({ body }) => body.authentication_method)).toEqual(['password', 'token_refresh'])
  expect(hook.calls[0]?.body.user_id).toBe(data.user?.id)
})

test.each(['aud', 'exp', 'iat', 'sub', 'email', 'phone', 'role', 'aal', 'session_id', 'is_anonymous'])(
  'rejects a custom_access_token without %s (auth 6.9)',
  async (name) => {
    await using hook = await startHook((response, { body }) => {
      const claims = { ...body.claims, [name]: undefined }
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ claims }))
    })
    await using auth = await createTestAuth(hooked('CUSTOM_ACCESS_TOKEN', hook.url))
    const { error } = await signUp(auth)
    expect(error?.status).toBe(500)
    expect(auth.logged.join()).toContain(`the claim ${name} is missing or wrong`)
  },
)

test('lets password_verification_attempt reject an attempt and end the sessions (auth 6.9)', async () => {
  let decision: object = { decision: 'continue' }
  await using hook = await startHook((response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(decision))
  })
  await using auth = await createTestAuth(hooked('PASSWORD_VERIFICATION_ATTEMPT', hook.url))
  const { data } = await signUp(auth)
  expect((await signIn(auth)).error).toBeNull()
  expect((await signIn(auth, 'something else 9')).error?.code).toBe('invalid_credentials')
  expect(hook.calls.map(({ body }) => [body.user_id, body.valid])).toEqual([
    [data.user?.id, true],
    [data.user?.id, false],
  ])
  decision = { decision: 'reject', message: 'Too many tries, wait a day.', should_logout_user: true }
  expect((await signIn(auth)).error).toMatchObject({
    status: 400,
    code: 'invalid_credentials',
    message: 'Too many tries, wait a day.',
  })
  expect(await auth.sql`select from auth.sessions`).toHaveLength(0)
})

test('lets mfa_verification_attempt reject an attempt and end all sessions (auth 6.9)', async () => {
  let decision: object = { decision: 'continue' }
  await using hook = await startHook((response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(decision))
  })
  await using auth = await createTestAuth(hooked('MFA_VERIFICATION_ATTEMPT', hook.url))
  const client = auth.client()
  await client.auth.signUp({ email: EMAIL, password: PASSWORD })
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (factor?.type !== 'totp') throw new Error('no factor')
  const code = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) }).generate()
  const wrong = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: '000000' })
  expect(wrong.error?.code).toBe('mfa_verification_failed')
  expect(hook.calls[0]?.body).toMatchObject({ factor_id: factor.id, factor_type: 'totp', valid: false })
  decision = { decision: 'reject', message: 'Not you' }
  const rejected = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })
  expect(rejected.error).toMatchObject({ status: 403, code: 'mfa_verification_rejected', message: 'Not you' })
  expect(await auth.sql`select from auth.sessions`).toHaveLength(0)
})

test('sends mails by send_email instead of the mail server (auth 6.9)', async () => {
  await using hook = await startHook()
  await using auth = await createTestAuth(hooked('SEND_EMAIL', hook.url))
  const { data, error } = await auth
    .client()
    .auth.signUp({ email: EMAIL, password: PASSWORD, options: { emailRedirectTo: `${SITE_URL}/welcome` } })
  expect([error, data.session]).toEqual([null, null])
  const sent = hook.calls[0]?.body.email_data
  expect(sent).toMatchObject({
    email_action_type: 'signup',
    redirect_to: `${SITE_URL}/welcome`,
    site_url: `${API_URL}/auth/v1`,
    token: expect.stringMatching(/^\d{6}$/),
    token_hash: expect.stringMatching(/^[0-9a-f]{56}$/),
  })
  expect(await auth.mails(EMAIL)).toEqual([])
  const verified = await auth.client().auth.verifyOtp({ type: 'signup', token_hash: String(sent?.token_hash) })
  expect(verified.data.session).not.toBeNull()
})

test('passes both codes of a secure e-mail change to send_email in one call (auth 6.9)', async () => {
  await using hook = await startHook()
  await using auth = await createTestAuth(hooked('SEND_EMAIL', hook.url))
  const client = auth.client()
  await client.auth.signUp({ email: EMAIL, password: PASSWORD })
  const confirmation = String(hook.calls[0]?.body.email_data?.token_hash)
  await client.auth.verifyOtp({ type: 'signup', token_hash: confirmation })
  await client.auth.updateUser({ email: 'new@example.org' })
  expect(hook.calls).toHaveLength(2)
  const [, call] = hook.calls
  const data = call?.body.email_data ?? {}
  expect(data.email_action_type).toBe('email_change')
  expect(call?.body.user).toMatchObject({ email: EMAIL, new_email: 'new@example.org' })
  const current = await client.auth.verifyOtp({ type: 'email_change', email: EMAIL, token: String(data.token) })
  expect(current.error).toBeNull()
  const changed = await client.auth.verifyOtp({ type: 'email_change', token_hash: String(data.token_hash) })
  expect(changed.data.user?.email).toBe('new@example.org')
})

test('stores no code when send_email fails, and allows a retry at once (auth 6.9)', async () => {
  let reply: object = { error: { http_code: 429, message: 'Mails are out' } }
  await using hook = await startHook((response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(reply))
  })
  await using auth = await createTestAuth(hooked('SEND_EMAIL', hook.url))
  expect((await signUp(auth)).error).toMatchObject({ status: 429, message: 'Mails are out' })
  reply = {}
  expect((await signUp(auth)).error).toBeNull()
})

test('sends SMS by send_sms instead of a provider (auth 6.9)', async () => {
  await using hook = await startHook()
  await using auth = await createTestAuth(hooked('SEND_SMS', hook.url, { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' }))
  const phone = '4915112345678'
  const client = auth.client()
  await client.auth.signUp({ phone, password: PASSWORD })
  const sms = hook.calls[0]?.body.sms
  expect(sms).toMatchObject({ phone, otp: expect.stringMatching(/^\d{6}$/) })
  const { data } = await client.auth.verifyOtp({ phone, type: 'sms', token: String(sms?.otp) })
  expect(data.session).not.toBeNull()
  expect(await auth.sql`select from auth.outbox`).toHaveLength(0)
})

test('retries a busy hook with the same message (auth 6.9)', async () => {
  await using hook = await startHook((response, _call, count) => {
    if (count < 3) response.writeHead(503, { 'retry-after': 'true' }).end()
    else response.writeHead(204).end()
  })
  await using auth = await createTestAuth(hooked('BEFORE_USER_CREATED', hook.url))
  expect((await signUp(auth)).error).toBeNull()
  expect(new Set(hook.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(hook.calls).toHaveLength(3)
})

test.each<[string, Reply, number, string]>([
  ['hangs', () => undefined, 422, 'hook_timeout'],
  ['is always busy', (response) => response.writeHead(429).end(), 422, 'hook_timeout_after_retry'],
  ['breaks off', (response) => response.destroy(), 422, 'hook_timeout_after_retry'],
  ['fails', (response) => response.writeHead(500).end('secret of the hook'), 500, 'unexpected_failure'],
  ['redirects', (response) => response.writeHead(302, { location: '/' }).end(), 500, 'unexpected_failure'],
  [
    'says too much',
    (response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ x: 'x'.repeat(205_000) })),
    422,
    'hook_payload_over_size_limit',
  ],
  [
    'speaks no JSON',
    (response) => response.setHeader('content-type', 'text/html').end('{}'),
    400,
    'hook_payload_invalid_content_type',
  ],
  [
    'speaks broken JSON',
    (response) => response.setHeader('content-type', 'application/json').end('{'),
    500,
    'unexpected_failure',
  ],
])('turns a hook that %s into an error response (auth 6.9)', async (_what, reply, status, code) => {
  await using hook = await startHook(reply)
  await using auth = await createTestAuth(hooked('BEFORE_USER_CREATED', hook.url))
  const startedAt = performance.now()
  const answer = await auth.request('/signup', { json: { email: EMAIL, password: PASSWORD } })
  expect([answer.status, answer.headers.get('x-sb-error-code')]).toEqual([status, code])
  expect(performance.now() - startedAt).toBeLessThan(8_000)
  expect(await answer.text()).not.toContain('secret of the hook')
  expect(auth.logged.join()).not.toContain(SECRET.slice(10))
})

test('calls a database function as hook within the transaction, and lets it reject (auth 6.9)', async () => {
  await using auth = await createTestAuth(
    {
      ...hooked('CUSTOM_ACCESS_TOKEN', 'pg-functions://postgres/private/add_plan'),
      ...hooked('BEFORE_USER_CREATED', 'pg-functions://postgres/private/refuse_bob'),
      GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
    },
    { ownDatabase: true },
  )
  await auth.sql.unsafe(`
    grant usage on schema private to supabase_auth_admin;
    create function private.add_plan(event jsonb) returns jsonb language plpgsql security definer set search_path = '' as $$
    begin
      return jsonb_build_object('claims', event -> 'claims' || jsonb_build_object('known',
        (select count(*) from auth.users where id = (event ->> 'user_id')::uuid)));
    end $$;
    create function private.refuse_bob(event jsonb) returns jsonb language sql set search_path = '' as $$
      select case when event -> 'user' ->> 'email' like 'bob%'
        then jsonb_build_object('error', jsonb_build_object('http_code', 403, 'message', 'Not Bob')) else '{}' end $$;
    grant execute on all functions in schema private to supabase_auth_admin;`)
  const { data } = await auth.client().auth.signInAnonymously()
  expect(decodeJwt(data.session?.access_token ?? '').known).toBe(1)
  expect((await signUp(auth, 'bob@example.org')).error).toMatchObject({ status: 403, message: 'Not Bob' })
})

test.each([
  ["raise exception 'Closed on Sundays'", 400, 'Closed on Sundays'],
  ['perform pg_sleep(5)', 422, 'Failed to reach hook within its maximum time'],
  ["raise sqlstate 'PT418' using message = 'Teapot'", 418, 'Teapot'],
])(
  'turns a function that does %s into an error response within two seconds (auth 6.9)',
  async (body, status, message) => {
    await using auth = await createTestAuth(
      hooked('BEFORE_USER_CREATED', 'pg-functions://postgres/private/"odd"name'),
      {
        ownDatabase: true,
      },
    )
    await auth.sql.unsafe(`
    grant usage on schema private to supabase_auth_admin;
    create function private."""odd""name"(event jsonb) returns jsonb language plpgsql as $$ begin ${body}; return '{}'; end $$;
    grant execute on all functions in schema private to supabase_auth_admin;`)
    const startedAt = performance.now()
    expect((await signUp(auth)).error).toMatchObject({ status, message })
    expect(performance.now() - startedAt).toBeLessThan(4_000)
  },
)

test('requires the address of an enabled hook, and a secret over HTTP (auth 6.9)', () => {
  const parse = (environment: Record<string, string>) => () =>
    parseAuthSettings(environment, { siteUrl: SITE_URL, apiUrl: API_URL })
  expect(parse({ GOTRUE_HOOK_SEND_SMS_ENABLED: 'true' })).toThrow('GOTRUE_HOOK_SEND_SMS_URI: must be set')
  const uri = { GOTRUE_HOOK_SEND_SMS_ENABLED: 'true', GOTRUE_HOOK_SEND_SMS_URI: 'https://x.test/' }
  expect(parse(uri)).toThrow('GOTRUE_HOOK_SEND_SMS_SECRETS: must be set')
  expect(parse({ ...uri, GOTRUE_HOOK_SEND_SMS_SECRETS: 'abc' })).toThrow('must be v1,whsec_')
  expect(parse({ ...uri, GOTRUE_HOOK_SEND_SMS_URI: 'ftp://x' })).toThrow('must be https://')
})
