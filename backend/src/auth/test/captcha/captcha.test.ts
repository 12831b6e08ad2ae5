import { generateKeyPairSync } from 'node:crypto'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import fastCheck from 'fast-check'
import { expect, test } from 'vitest'
import { readPublicCaptcha } from '../../settings/public-captcha.ts'
import { startTestProvider } from '../delivery/test-provider.ts'
import { createTestAuth, KEYS, PASSWORD, type TestAuth } from '../test-auth.ts'

const EMAIL = 'ada@example.org'
const ALTCHA = { GOTRUE_SECURITY_CAPTCHA_ENABLED: 'true', GOTRUE_SECURITY_CAPTCHA_ALTCHA_COST: '1' }
const HCAPTCHA = {
  GOTRUE_SECURITY_CAPTCHA_ENABLED: 'true',
  GOTRUE_SECURITY_CAPTCHA_PROVIDER: 'hcaptcha',
  GOTRUE_SECURITY_CAPTCHA_SECRET: 'captcha-secret',
}
/** RSA, PKCS #1, base64. */
const SAML_KEY = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  .privateKey.export({ type: 'pkcs1', format: 'der' })
  .toString('base64')
const MISSING = 'captcha protection: request disallowed (no captcha_token found)'

async function fetchChallenge(auth: TestAuth): Promise<Challenge> {
  return (await (await auth.request('/captcha')).json()) as Challenge
}

async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return toToken({ challenge, solution })
}

function toToken(payload: unknown): string {
  return Buffer.from(JSON.stringify(payload)).toString('base64')
}

async function getToken(auth: TestAuth): Promise<string> {
  return solve(await fetchChallenge(auth))
}

function withToken(token: string, more: Record<string, unknown> = {}) {
  return { json: { ...more, gotrue_meta_security: { captcha_token: token } } }
}

/** Returns the status and error of a response, without the captcha. */
async function read(
  response: Response,
): Promise<{ status: number; code: string | undefined; message: string | undefined }> {
  const body = (await response.json()) as { error_code?: string; msg?: string }
  return { status: response.status, code: body.error_code, message: body.msg }
}

test('accepts a solved altcha task at sign-up and sign-in of the official client (auth 6.8)', async () => {
  await using auth = await createTestAuth(ALTCHA)
  const { auth: client } = auth.client()
  const without = await client.signUp({ email: EMAIL, password: PASSWORD })
  expect(without.error).toMatchObject({ status: 400, code: 'captcha_failed', message: MISSING })
  const signedUp = await client.signUp({
    email: EMAIL,
    password: PASSWORD,
    options: { captchaToken: await getToken(auth) },
  })
  expect(signedUp.error).toBeNull()
  const credentials = { email: EMAIL, password: PASSWORD }
  expect((await client.signInWithPassword(credentials)).error?.code).toBe('captcha_failed')
  const signedIn = await client.signInWithPassword({
    ...credentials,
    options: { captchaToken: await getToken(auth) },
  })
  expect(signedIn.error).toBeNull()
  expect((await client.refreshSession()).error).toBeNull()
})

test.each([
  '/signup',
  '/recover',
  '/resend',
  '/magiclink',
  '/otp',
  '/token?grant_type=password',
  '/token?grant_type=web3',
  '/passkeys/authentication/options',
  '/sso',
])('requires a captcha at POST %s before validating the body (auth 6.8)', async (path) => {
  await using auth = await createTestAuth({
    ...ALTCHA,
    GOTRUE_PASSKEY_ENABLED: 'true',
    GOTRUE_EXTERNAL_EMAIL_ENABLED: 'false',
    GOTRUE_SAML_ENABLED: 'true',
    GOTRUE_SAML_PRIVATE_KEY: SAML_KEY,
  })
  const bodies = [{}, { email: 1 }, { gotrue_meta_security: null }, { gotrue_meta_security: { captcha_token: '  ' } }]
  for (const json of bodies) {
    expect(await read(await auth.request(path, { json }))).toEqual({
      status: 400,
      code: 'captcha_failed',
      message: MISSING,
    })
  }
  const wrongType = await read(await auth.request(path, { json: { gotrue_meta_security: 'x' } }))
  expect(wrongType).toMatchObject({ status: 400, code: 'bad_json' })
  const passed = await read(await auth.request(path, withToken(await getToken(auth))))
  expect(passed.code).not.toBe('captcha_failed')
})

test.each(['pkce', 'refresh_token', 'id_token'])('requires no captcha for the grant %s (auth 6.8)', async (grant) => {
  await using auth = await createTestAuth(ALTCHA)
  const response = await read(await auth.request(`/token?grant_type=${grant}`, { json: {} }))
  expect(response.code).not.toBe('captcha_failed')
})

test('exempts operators from captchas, but not clients that falsely claim to be one (auth 6.8)', async () => {
  await using auth = await createTestAuth(ALTCHA)
  const json = { email: EMAIL, password: PASSWORD }
  const authorize = (key: string) => ({ authorization: `Bearer ${key}` })
  for (const key of ['nonsense', KEYS.publishableKey, await auth.tokens.sign({ role: 'authenticated' })]) {
    const rejected = await read(await auth.request('/signup', { json, headers: authorize(key) }))
    expect(rejected.code).toBe('captcha_failed')
  }
  const byToken = authorize(await auth.tokens.sign({ role: 'service_role' }))
  expect((await auth.request('/signup', { json, headers: byToken })).status).toBe(200)
  const byKey = await auth.request('/recover', { json: { email: EMAIL }, headers: authorize(KEYS.secretKey) })
  expect(byKey.status).toBe(200)
})

test('ignores the token at sign-up when captchas are disabled (auth 6.8)', async () => {
  await using auth = await createTestAuth()
  const { error } = await auth.client().auth.signUp({
    email: EMAIL,
    password: PASSWORD,
    options: { captchaToken: 'whatever' },
  })
  expect(error).toBeNull()
})

test('accepts an altcha solution once, even across two processes (auth 6.8)', async () => {
  await using auth = await createTestAuth(ALTCHA)
  const token = await getToken(auth)
  const second = auth.secondProcess()
  const send = (request: TestAuth['request']) => request('/recover', withToken(token, { email: EMAIL }))
  const responses = await Promise.all([send(auth.request), send(second), send(auth.request), send(second)])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  expect(await read(await send(second))).toMatchObject({
    code: 'captcha_failed',
    message: 'captcha protection: request disallowed (timeout-or-duplicate)',
  })
  auth.wait(59 * 60_000)
  expect((await send(auth.request)).status).toBe(400)
})

test('expires an altcha task after its lifetime of at most an hour (auth 6.8)', async () => {
  await using auth = await createTestAuth({ ...ALTCHA, GOTRUE_SECURITY_CAPTCHA_ALTCHA_EXPIRY: '24h' })
  const challenge = await fetchChallenge(auth)
  expect((challenge.parameters.expiresAt ?? 0) - Date.now() / 1_000).toBeLessThan(3_601)
  const token = await solve(challenge)
  auth.wait(3_601_000)
  expect(await read(await auth.request('/recover', withToken(token, { email: EMAIL })))).toMatchObject({
    code: 'captcha_failed',
    message: 'captcha protection: request disallowed (timeout-or-duplicate)',
  })
})

test('rejects forged, easier and longer-lived altcha tasks (auth 6.8)', async () => {
  await using auth = await createTestAuth({ ...ALTCHA, GOTRUE_SECURITY_CAPTCHA_ALTCHA_COST: '50' })
  const challenge = await fetchChallenge(auth)
  const { parameters } = challenge
  const changes = [
    { cost: 1 },
    { keyPrefix: '0' },
    { expiresAt: (parameters.expiresAt ?? 0) + 3_600 },
    { nonce: '00'.repeat(16) },
    { algorithm: 'SHA-256' },
  ]
  for (const change of changes) {
    const easier: Challenge = { ...challenge, parameters: { ...parameters, ...change } }
    const solution =
      'algorithm' in change ? { counter: 0, derivedKey: '00' } : await solveChallenge({ challenge: easier, deriveKey })
    const token = toToken({ challenge: easier, solution })
    expect((await read(await auth.request('/recover', withToken(token, { email: EMAIL })))).message).toBe(
      'captcha protection: request disallowed (invalid-input-response)',
    )
  }
  const unsolved = toToken({ challenge, solution: { counter: 0, derivedKey: parameters.keyPrefix.padEnd(64, '0') } })
  expect((await auth.request('/recover', withToken(unsolved, { email: EMAIL }))).status).toBe(400)
})

test('rejects malformed altcha tokens without failing (auth 6.8)', async () => {
  await using auth = await createTestAuth(ALTCHA)
  const challenge = await fetchChallenge(auth)
  const token = fastCheck.oneof(
    fastCheck.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
    fastCheck.jsonValue().map(toToken),
    fastCheck.record({ challenge: fastCheck.constant(challenge), solution: fastCheck.jsonValue() }).map(toToken),
  )
  await fastCheck.assert(
    fastCheck.asyncProperty(token, async (text) => {
      await auth.sql`delete from auth.rate_limits`
      const response = await auth.request('/recover', withToken(text, { email: EMAIL }))
      expect(response.status).toBe(400)
    }),
    { numRuns: 100 },
  )
})

test.each(['hcaptcha', 'turnstile'])('sends secret, solution and client address to %s (auth 6.8)', async (provider) => {
  await using siteverify = await startTestProvider(({ form }) =>
    form.response === 'good'
      ? { json: { success: true } }
      : { json: { success: false, 'error-codes': ['invalid-input-response', 'timeout-or-duplicate'] } },
  )
  await using auth = await createTestAuth({
    ...HCAPTCHA,
    GOTRUE_SECURITY_CAPTCHA_PROVIDER: provider,
    GOTRUE_SECURITY_CAPTCHA_ENDPOINT: `${siteverify.url}/siteverify`,
  })
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  const good = await auth.request('/recover', { ...withToken('good', { email: EMAIL }), headers })
  expect(good.status).toBe(200)
  expect(siteverify.requests[0]).toMatchObject({
    method: 'POST',
    path: '/siteverify',
    form: { secret: 'captcha-secret', response: 'good', remoteip: '192.0.2.1' },
  })
  expect(siteverify.requests[0]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
  expect(await read(await auth.request('/recover', withToken('bad', { email: EMAIL })))).toEqual({
    status: 400,
    code: 'captcha_failed',
    message: 'captcha protection: request disallowed (invalid-input-response, timeout-or-duplicate)',
  })
  expect((await auth.request('/captcha')).status).toBe(404)
  expect(auth.logged.join('')).not.toContain('captcha-secret')
})

test.each([
  ['fails', { status: 500, text: 'oops' }],
  ['returns invalid JSON', { json: { success: 'yes' } }],
  ['does not respond', { delayMs: 1_000, json: { success: true } }],
])('returns 500 and denies access when a provider %s (auth 6.8)', async (_name, response) => {
  await using siteverify = await startTestProvider(() => response)
  await using auth = await createTestAuth({
    ...HCAPTCHA,
    GOTRUE_SECURITY_CAPTCHA_ENDPOINT: siteverify.url,
    GOTRUE_SECURITY_CAPTCHA_TIMEOUT: '200ms',
  })
  expect(
    await read(await auth.request('/signup', withToken('good', { email: EMAIL, password: PASSWORD }))),
  ).toMatchObject({
    status: 500,
    code: 'unexpected_failure',
  })
})

test('does not start with a provider that lacks its secret (auth 6.8)', async () => {
  const { GOTRUE_SECURITY_CAPTCHA_SECRET: _, ...without } = HCAPTCHA
  await expect(createTestAuth(without)).rejects.toThrow(/GOTRUE_SECURITY_CAPTCHA_SECRET/)
})

test('publishes the provider and its site key, but not its secret (auth 6.8)', () => {
  expect(readPublicCaptcha({})).toBeUndefined()
  expect(readPublicCaptcha(ALTCHA)).toEqual({ provider: 'altcha', siteKey: '' })
  expect(readPublicCaptcha({ ...HCAPTCHA, GOTRUE_SECURITY_CAPTCHA_SITE_KEY: 'site-key' })).toEqual({
    provider: 'hcaptcha',
    siteKey: 'site-key',
  })
  expect(() => readPublicCaptcha({ GOTRUE_SECURITY_CAPTCHA_ENABLED: 'perhaps' })).toThrow(/CAPTCHA_ENABLED/)
})
