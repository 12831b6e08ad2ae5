import { createSecretKey } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { createTestAuth, KEYS, PASSWORD, type TestAuth } from '../test-auth.ts'

const EMAIL = 'ada@example.org'
const SOON = '1h'

async function signUp(auth: TestAuth, email = EMAIL): Promise<{ access_token: string; user: { id: string } }> {
  const response = await auth.request('/signup', { json: { email, password: PASSWORD } })
  return (await response.json()) as { access_token: string; user: { id: string } }
}

async function getUserStatus(auth: TestAuth, token: string): Promise<[number, string | undefined]> {
  const response = await auth.request('/user', { headers: { authorization: `Bearer ${token}` } })
  const { error_code: code } = (await response.json()) as { error_code?: string }
  return [response.status, code]
}

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('rejects unsigned, foreign and expired tokens (auth 2)', async () => {
  await using auth = await createTestAuth()
  const { user, access_token: good } = await signUp(auth)
  const claims = { sub: user.id, role: 'service_role', exp: Math.floor(Date.now() / 1_000) + 3_600 }
  const { privateKey } = await generateKeyPair('ES256')
  const forge = (kid: string) => new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
  const attempts = {
    none: `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.`,
    noneInCapitals: `${base64({ alg: 'NONE' })}.${base64(claims)}.`,
    otherKey: await forge('test-key'),
    otherKid: await forge('other'),
    changedClaims: [good.split('.')[0], base64(claims), good.split('.')[2]].join('.'),
    expired: await auth.tokens.sign({ ...claims, exp: 1_000_000 }),
    rubbish: 'rubbish',
    empty: '..',
  }
  for (const [name, token] of Object.entries(attempts)) {
    expect([name, ...(await getUserStatus(auth, token))]).toEqual([name, 403, 'bad_jwt'])
  }
  expect((await getUserStatus(auth, good))[0]).toBe(200)
})

test('rejects a token signed with the public key as an HS256 secret (auth 2)', async () => {
  await using auth = await createTestAuth()
  const { user } = await signUp(auth)
  const [jwk] = auth.tokens.publicKeys
  const publicKey = await importJWK(jwk ?? {}, 'ES256')
  const secrets = [JSON.stringify(jwk), JSON.stringify(await exportJWK(publicKey)), jwk?.x ?? '']
  for (const secret of secrets) {
    const token = await new SignJWT({ sub: user.id, role: 'service_role' })
      .setProtectedHeader({ alg: 'HS256', kid: 'test-key' })
      .setExpirationTime(SOON)
      .sign(createSecretKey(Buffer.from(secret)))
    expect(await getUserStatus(auth, token)).toEqual([403, 'bad_jwt'])
  }
})

test.each([
  [{}, 403, 'bad_jwt'],
  [{ sub: 'nonsense' }, 400, 'bad_jwt'],
  [{ sub: '00000000-0000-4000-8000-000000000000' }, 403, 'user_not_found'],
])('rejects our own token with the claims %j as user token (auth 2)', async (claims, status, code) => {
  await using auth = await createTestAuth()
  expect(await getUserStatus(auth, await auth.tokens.sign(claims))).toEqual([status, code])
})

test('rejects API keys as user tokens, and reports a missing token (auth 2)', async () => {
  await using auth = await createTestAuth()
  expect(await getUserStatus(auth, KEYS.publishableKey)).toEqual([403, 'bad_jwt'])
  expect(await getUserStatus(auth, KEYS.secretKey)).toEqual([403, 'bad_jwt'])
  expect((await auth.request('/user', { headers: { apikey: KEYS.secretKey } })).status).toBe(401)
  expect((await auth.request('/user', { headers: { authorization: 'Basic x' } })).status).toBe(401)
})

test('invalidates access tokens at sign-out in the requested scope (auth 7.7)', async () => {
  await using auth = await createTestAuth()
  const { access_token: here } = await signUp(auth)
  const signIn = async () => {
    const response = await auth.request('/token?grant_type=password', { json: { email: EMAIL, password: PASSWORD } })
    return ((await response.json()) as { access_token: string }).access_token
  }
  const signOut = (token: string, scope: string) =>
    auth.request(`/logout?scope=${scope}`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  const [second, third] = [await signIn(), await signIn()]
  expect((await signOut(here, 'nonsense')).status).toBe(400)
  expect((await signOut(third, 'local')).status).toBe(204)
  expect(await getUserStatus(auth, third)).toEqual([403, 'session_not_found'])
  expect((await signOut(here, 'others')).status).toBe(204)
  expect(await getUserStatus(auth, second)).toEqual([403, 'session_not_found'])
  expect((await getUserStatus(auth, here))[0]).toBe(200)
  expect((await signOut(here, 'global')).status).toBe(204)
  expect(await getUserStatus(auth, here)).toEqual([403, 'session_not_found'])
})

test("rejects a token with another user's session (auth 2)", async () => {
  await using auth = await createTestAuth()
  const ada = await signUp(auth)
  const bob = await signUp(auth, 'bob@example.org')
  const { session_id: sessionId } = await auth.tokens.verify(bob.access_token)
  const mixed = await auth.tokens.sign({ sub: ada.user.id, session_id: sessionId })
  expect(await getUserStatus(auth, mixed)).toEqual([403, 'session_not_found'])
})

test('never mixes up the accounts of concurrent requests (auth 2)', async () => {
  await using auth = await createTestAuth()
  const members = await Promise.all(Array.from({ length: 6 }, (_, index) => signUp(auth, `m${index}@example.org`)))
  const rounds = Array.from({ length: 60 }, async (_, index) => {
    const member = members[index % members.length]
    const headers = { authorization: `Bearer ${member?.access_token}` }
    const response = await auth.request('/user', { headers })
    expect(((await response.json()) as { id: string }).id).toBe(member?.user.id)
  })
  await Promise.all(rounds)
})

test('stops a brute-force attack on a code long before it succeeds (auth 6.3)', async () => {
  await using auth = await createTestAuth()
  await signUp(auth)
  const mail = await auth.request('/otp', { json: { email: EMAIL } })
  expect(mail.status).toBe(200)
  const { code } = await auth.lastMail(EMAIL)
  const wrong = code === '000000' ? '111111' : '000000'
  const guess = (token: string, ip: string) =>
    auth.request('/verify', { json: { type: 'email', email: EMAIL, token }, headers: { 'x-forwarded-for': ip } })
  // From many addresses at the same time, which the limit per client does not detect.
  const responses = await Promise.all(Array.from({ length: 40 }, (_, index) => guess(wrong, `10.0.0.${index}`)))
  expect(responses.filter(({ status }) => status === 403)).toHaveLength(20)
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(20)
  expect((await guess(code, '10.0.1.1')).status).toBe(429)
})

test('serves only one of many concurrent requests for an email or an SMS (auth 6.7)', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_PHONE_ENABLED: 'true', GOTRUE_SMS_AUTOCONFIRM: 'true' })
  const other = auth.secondProcess()
  await signUp(auth)
  await auth.request('/signup', { json: { phone: '4915112345678', password: PASSWORD } })
  for (const address of [{ email: EMAIL }, { phone: '4915112345678' }]) {
    const sendRequest = (_: unknown, index: number) => (index % 2 ? other : auth.request)('/otp', { json: address })
    const statuses = (await Promise.all(Array.from({ length: 8 }, sendRequest))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 7 }, () => 429)])
  }
  expect(await auth.mails(EMAIL)).toHaveLength(1)
  expect(await auth.mails('4915112345678')).toHaveLength(1)
})

test('limits one client across processes, and no other client (auth 6.7)', async () => {
  await using auth = await createTestAuth()
  const other = auth.secondProcess()
  const attempt = (request: TestAuth['request'], ip: string) =>
    request('/verify', { json: { type: 'email', token_hash: 'x' }, headers: { 'x-forwarded-for': ip } })
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, index) => attempt(index % 2 ? other : auth.request, '10.0.0.1')),
  )
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(10)
  expect(await responses.find(({ status }) => status === 429)?.json()).toMatchObject({
    error_code: 'over_request_rate_limit',
    msg: 'Request rate limit reached',
  })
  expect((await attempt(auth.request, '10.0.0.2')).status).toBe(403)
  auth.wait(11_000)
  expect((await attempt(auth.request, '10.0.0.1')).status).toBe(403)
})

test('never puts a foreign Host or X-Forwarded-Host into an emailed link (auth 6.3)', async () => {
  await using auth = await createTestAuth()
  await signUp(auth)
  const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' }
  await auth.request('/recover?redirect_to=https://evil.test/', { json: { email: EMAIL }, headers })
  const { text, html } = await auth.lastMail(EMAIL)
  expect(text + html).not.toContain('evil.test')
})

test('escapes markup from user data in emails (auth 6.3)', async () => {
  await using auth = await createTestAuth()
  const email = "o'<b>&@example.org"
  const response = await auth.request('/signup', { json: { email, password: PASSWORD } })
  expect(response.status).toBe(400)
  await auth.request('/signup', { json: { email: "o'&x@example.org", password: PASSWORD } })
  await auth.request('/recover', { json: { email: "o'&x@example.org" } })
  const { html, text } = await auth.lastMail("o'&x@example.org")
  expect(html).toContain('o&#39;&amp;x@example.org')
  expect(text).toContain("o'&x@example.org")
})

test('writes no password or token to the log (auth 6.9)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MAILER_AUTOCONFIRM: 'false' }, { ownDatabase: true })
  const client = auth.client()
  await client.auth.signUp({ email: EMAIL, password: PASSWORD })
  const { code } = await auth.lastMail(EMAIL)
  const { data } = await client.auth.verifyOtp({ email: EMAIL, token: code, type: 'email' })
  await client.auth.signInWithPassword({ email: EMAIL, password: 'wrong password 1' })
  await client.auth.refreshSession()
  // A database error is logged with all its fields.
  await auth.sql`alter table auth.sessions rename to sessions_away`
  const broken = await client.auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
  expect(broken.error?.status).toBe(500)
  const log = auth.logged.join('')
  expect(log).toContain('auth request failed')
  for (const secret of [
    PASSWORD,
    'wrong password 1',
    data.session?.access_token,
    data.session?.refresh_token,
    '$2a$',
  ]) {
    expect(log).not.toContain(secret)
  }
})

test('rejects text that PostgreSQL cannot store (auth 1)', async () => {
  await using auth = await createTestAuth()
  const bodies = [
    '{"email":"a\\u0000@b.c","password":"secret 123"}',
    '{"email":"a@b.c","password":"secret 123","data":{"x":"\\ud800"}}',
    '{"email":"a@b.c","password":"secret 123","data":{"\\u0000":1}}',
    '[]',
    'null',
    '',
    '{"email":7}',
    `{"data":${'['.repeat(200_000)}`,
    `{"email":"a@b.c","password":"secret 123","data":{"x":${'['.repeat(8_000)}${']'.repeat(8_000)}}}`,
  ]
  for (const body of bodies) {
    const { status } = await auth.request('/signup', { method: 'POST', body })
    expect([body.slice(0, 60), status < 500]).toEqual([body.slice(0, 60), true])
  }
})

// Another process may occupy the processor for a moment; a real leak shows every time.
test('takes the same time for a sign-in of known and unknown accounts (auth 6.5)', { retry: 3 }, async () => {
  await using auth = await createTestAuth({}, { hashCost: 10 })
  await signUp(auth)
  const time = async (email: string) => {
    const start = performance.now()
    await auth.request('/token?grant_type=password', { json: { email, password: 'wrong password 1' } })
    return performance.now() - start
  }
  await time(EMAIL)
  await time('nobody@example.org')
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < 15; round++) {
    known.push(await time(EMAIL))
    unknown.push(await time('nobody@example.org'))
  }
  const ratio = median(known) / median(unknown)
  // Without the dummy hash, the response for an unknown account takes a twentieth of the time.
  expect(ratio).toBeGreaterThan(0.6)
  expect(ratio).toBeLessThan(1.7)
})

test.each([
  ['/recover', {}],
  ['/otp', { create_user: false }],
  ['/resend', { type: 'signup' }],
  ['/signup', { password: PASSWORD }],
])('takes the same time at %s for known and unknown accounts (auth 6.5)', { retry: 3 }, async (path, body) => {
  await using auth = await createTestAuth({
    GOTRUE_SMTP_MAX_FREQUENCY: '0s',
    GOTRUE_RATE_LIMIT_EMAIL_SENT: '9999',
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
  })
  await signUp(auth)
  if (path !== '/resend') await auth.sql`update auth.users set email_confirmed_at = now()`
  const time = async (email: string) => {
    const start = performance.now()
    await auth.request(path, { json: { ...body, email } })
    return performance.now() - start
  }
  await time(EMAIL)
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < 9; round++) {
    known.push(await time(EMAIL))
    unknown.push(await time(`nobody${round}@example.org`))
  }
  // Without the minimum time, a known account takes many times as long, because an email is written.
  expect(median(known) / median(unknown)).toBeGreaterThan(0.65)
  expect(median(known) / median(unknown)).toBeLessThan(1.5)
})

test('signs in from a client address that PostgreSQL cannot parse (auth 1)', async () => {
  await using auth = await createTestAuth()
  await signUp(auth)
  for (const address of ['fe80::1%eth0', '1.2.3.4:5678', 'unknown', '999.1.1.1', "'; drop table auth.users; --"]) {
    const headers = { 'x-forwarded-for': address }
    const response = await auth.request('/token?grant_type=password', {
      json: { email: EMAIL, password: PASSWORD },
      headers,
    })
    expect(response.status).toBe(200)
  }
  const rows = await auth.sql`select distinct host(ip) as ip from auth.sessions`
  expect(rows).toEqual([{ ip: null }])
})

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
