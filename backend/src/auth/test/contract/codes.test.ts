import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestAuth, KEYS, PASSWORD, SITE_URL, type TestAuth } from '../test-auth.ts'
import { followLink, openSession, readError, readFragment, sendRequest } from '../test-http.ts'

const EMAIL = 'ada@example.org'
const NEW_EMAIL = 'new@example.org'
const PHONE = '4915112345678'
const MINUTE_MS = 60_000
const FIRST_OF_TWO = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'
const VERIFIER = 'a-verifier-of-tests-that-is-long-enough-for-rfc-7636'
const PKCE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 's256',
}
const CONFIRMED_BY_MAIL = { GOTRUE_MAILER_AUTOCONFIRM: 'false' }

const post = (auth: TestAuth, path: string, json: object, headers: Record<string, string> = {}) =>
  sendRequest(auth, 'POST', path, { json, headers })

/** Signs up a user with a confirmed email and returns the access token. */
async function openConfirmed(auth: TestAuth): Promise<string> {
  await post(auth, '/signup', { email: EMAIL, password: PASSWORD })
  const { hash } = await auth.lastMail(EMAIL)
  const { body } = await post(auth, '/verify', { type: 'signup', token_hash: hash })
  return String(body.access_token)
}

test('sends each email with its own subject (auth 6.3)', async () => {
  await using auth = await createTestAuth(CONFIRMED_BY_MAIL)
  const token = await openConfirmed(auth)
  await post(auth, '/recover', { email: EMAIL })
  auth.wait(MINUTE_MS)
  await post(auth, '/otp', { email: EMAIL })
  await sendRequest(auth, 'PUT', '/user', { json: { email: NEW_EMAIL }, token })
  await sendRequest(auth, 'GET', '/reauthenticate', { token })
  await sendRequest(auth, 'POST', '/invite', { json: { email: 'bob@example.org' }, token: KEYS.secretKey })
  const subjects = (await auth.mails(EMAIL)).map(({ subject }) => subject)
  expect(subjects).toEqual([
    'Confirm your email address',
    'Reset your password',
    'Your sign-in link',
    'Confirm your new email address',
    expect.stringMatching(/^\d{6} is your verification code$/),
  ])
  expect((await auth.lastMail(NEW_EMAIL)).subject).toBe('Confirm your new email address')
  expect((await auth.lastMail('bob@example.org')).subject).toBe("You've been invited")
})

test('stores one code per type in both tables and clears all codes after a success (auth 6.3)', async () => {
  await using auth = await createTestAuth(CONFIRMED_BY_MAIL)
  const token = await openConfirmed(auth)
  const listTokens = () => auth.sql<{ type: string; isMirrored: boolean; relates_to: string }[]>`
    select t.token_type as type, t.relates_to,
      t.token_hash in (u.recovery_token, u.reauthentication_token, u.email_change_token_new) as "isMirrored"
    from auth.one_time_tokens t join auth.users u on u.id = t.user_id order by 1`
  await post(auth, '/recover', { email: EMAIL })
  auth.wait(MINUTE_MS)
  await post(auth, '/otp', { email: EMAIL })
  await sendRequest(auth, 'GET', '/reauthenticate', { token })
  expect(await listTokens()).toEqual([
    { type: 'reauthentication_token', relates_to: EMAIL, isMirrored: true },
    { type: 'recovery_token', relates_to: EMAIL, isMirrored: true },
  ])
  const [, recovery, magicLink] = await auth.mails(EMAIL)
  const verify = (type: string, hash = '') => post(auth, '/verify', { type, token_hash: hash })
  expect((await verify('recovery', recovery?.hash)).status).toBe(403)
  expect((await verify('magiclink', magicLink?.hash)).status).toBe(200)
  expect(await listTokens()).toEqual([])
  const [user] = await auth.sql`
    select concat(confirmation_token, recovery_token, reauthentication_token, email_change_token_new,
      email_change_token_current, phone_change_token) as left from auth.users`
  expect(user).toEqual({ left: '' })
})

test('redirects to the first allowed target of header, parameter, Referer and site (auth 6.4)', async () => {
  await using auth = await createTestAuth({
    GOTRUE_URI_ALLOW_LIST: 'https://*.ours.test/**',
    GOTRUE_SMTP_MAX_FREQUENCY: '0',
  })
  await openSession(auth, EMAIL)
  const [header, query, referer] = ['https://a.ours.test/', 'https://b.ours.test/', 'https://c.ours.test/']
  const [evil, other] = ['https://evil.test/', 'https://other.test/']
  const rows: [headers: Record<string, string>, parameter: string, target: string][] = [
    [{ redirect_to: header, referer }, query, header],
    [{ redirect_to: evil, referer }, query, query],
    [{ redirect_to: evil, referer }, other, referer],
    [{ referer }, '', referer],
    [{ redirect_to: evil, referer: other }, evil, SITE_URL],
    [{}, '', SITE_URL],
  ]
  for (const [headers, parameter, target] of rows) {
    await post(auth, `/recover?redirect_to=${encodeURIComponent(parameter)}`, { email: EMAIL }, headers)
    const { link } = await auth.lastMail(EMAIL)
    expect([headers, parameter, link?.searchParams.get('redirect_to')]).toEqual([headers, parameter, target])
  }
})

test('confirms a new user at once and emails the sign-in link with autoconfirm (auth 7.3)', async () => {
  await using auth = await createTestAuth()
  for (const [path, email] of [
    ['/otp', EMAIL],
    ['/magiclink', NEW_EMAIL],
  ] as const) {
    expect((await post(auth, path, { email, data: { plan: 'free' } })).text).toBe('{}')
    const { hash, subject } = await auth.lastMail(email)
    expect(subject).toBe('Your sign-in link')
    const { body } = await post(auth, '/verify', { type: 'magiclink', token_hash: hash })
    expect(body.user).toMatchObject({
      email_confirmed_at: expect.any(String),
      user_metadata: { plan: 'free', email_verified: true },
    })
  }
})

test('rejects codes, hashes and links of a banned user (auth 7.4)', async () => {
  await using auth = await createTestAuth()
  await openSession(auth, EMAIL)
  await post(auth, '/otp', { email: EMAIL })
  await auth.sql`update auth.users set banned_until = now() + interval '1 hour'`
  const { code, hash, link } = await auth.lastMail(EMAIL)
  const banned = [403, 'user_banned', 'User is banned']
  expect(readError(await post(auth, '/verify', { type: 'email', email: EMAIL, token: code }))).toEqual(banned)
  expect(readError(await post(auth, '/verify', { type: 'email', token_hash: hash }))).toEqual(banned)
  const problem = { error: 'access_denied', error_code: 'user_banned', error_description: 'User is banned', sb: '' }
  expect(readFragment(await followLink(auth, link))).toEqual(problem)
})

test.each([['recovery'], ['magiclink']])(
  'confirms an unconfirmed account with a code of type %s (auth 7.4)',
  async (type) => {
    await using auth = await createTestAuth(CONFIRMED_BY_MAIL)
    await post(auth, '/signup', { email: EMAIL, password: PASSWORD })
    const { body: made } = await sendRequest(auth, 'POST', '/admin/generate_link', {
      json: { type, email: EMAIL },
      token: KEYS.secretKey,
    })
    const { body } = await post(auth, '/verify', { type, token_hash: made.hashed_token })
    expect(body.user).toMatchObject({
      email_confirmed_at: expect.any(String),
      identities: [{ identity_data: { email_verified: true } }],
    })
  },
)

test('sets a random password for an invited user who has none (auth 7.4)', async () => {
  await using auth = await createTestAuth({}, { hashCost: 10 })
  await sendRequest(auth, 'POST', '/invite', { json: { email: EMAIL }, token: KEYS.secretKey })
  const readPassword = async () => (await auth.sql`select encrypted_password as hash from auth.users`)[0]?.hash
  expect(await readPassword()).toBeNull()
  const { hash } = await auth.lastMail(EMAIL)
  const link = new URL(`/verify?type=invite&token=${hash}`, SITE_URL)
  expect(readFragment(await followLink(auth, link))).toMatchObject({ type: 'invite', token_type: 'bearer' })
  expect(await readPassword()).toMatch(/^\$2a\$10\$/)
})

test.each([{}, PKCE])(
  'acknowledges the first of two codes of a secure email change, by code and by link, with %j (auth 7.4)',
  async (pkce) => {
    await using auth = await createTestAuth({ ...CONFIRMED_BY_MAIL, GOTRUE_SMTP_MAX_FREQUENCY: '0' })
    const token = await openConfirmed(auth)
    await sendRequest(auth, 'PUT', '/user', { json: { email: NEW_EMAIL, ...pkce }, token })
    const { code } = await auth.lastMail(EMAIL)
    const typed = await post(auth, '/verify', { type: 'email_change', email: EMAIL, token: code })
    expect([typed.status, typed.body]).toEqual([200, { code: '200', msg: FIRST_OF_TWO }])
    await sendRequest(auth, 'PUT', '/user', { json: { email: NEW_EMAIL, ...pkce }, token })
    const [toNew, toCurrent] = [await auth.lastMail(NEW_EMAIL), await auth.lastMail(EMAIL)]
    const first = await followLink(auth, toNew.link)
    expect(readFragment(first)).toEqual({ message: FIRST_OF_TWO, sb: '' })
    expect(first.searchParams.get('message')).toBe('code_challenge' in pkce ? FIRST_OF_TWO : null)
    const second = await followLink(auth, toCurrent.link)
    expect('code_challenge' in pkce ? second.searchParams.has('code') : readFragment(second).type).toBeTruthy()
    const { body } = await sendRequest(auth, 'GET', '/user', { token })
    expect(body).toMatchObject({ email: NEW_EMAIL })
  },
)

test('uses the newest PKCE flow of the type, and omits the error class when there is none (auth 7.4)', async () => {
  await using auth = await createTestAuth()
  await openSession(auth, EMAIL)
  await post(auth, '/recover', { email: EMAIL, ...PKCE, code_challenge: 'c'.repeat(43) })
  auth.wait(MINUTE_MS)
  await post(auth, '/recover', { email: EMAIL, ...PKCE })
  const location = await followLink(auth, (await auth.lastMail(EMAIL)).link)
  const json = { auth_code: location.searchParams.get('code'), code_verifier: VERIFIER }
  expect((await post(auth, '/token?grant_type=pkce', json)).status).toBe(200)
  auth.wait(MINUTE_MS)
  await post(auth, '/recover', { email: EMAIL, ...PKCE })
  await auth.sql`delete from auth.flow_state`
  const gone = await followLink(auth, (await auth.lastMail(EMAIL)).link)
  const problem = {
    error_code: 'flow_state_not_found',
    error_description: 'invalid flow state, no valid flow state found',
  }
  expect(Object.fromEntries(gone.searchParams)).toEqual(problem)
  expect(readFragment(gone)).toEqual({ ...problem, sb: '' })
})

test('resends the codes of an email or phone change, with PKCE for the email (auth 7.5)', async () => {
  await using auth = await createTestAuth({ ...CONFIRMED_BY_MAIL, GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' })
  const token = await openConfirmed(auth)
  await sendRequest(auth, 'PUT', '/user', { json: { email: NEW_EMAIL }, token })
  await auth.sql`update auth.users set phone = '4915100000000', phone_confirmed_at = now()`
  await sendRequest(auth, 'PUT', '/user', { json: { phone: PHONE }, token })
  auth.wait(MINUTE_MS)
  expect((await post(auth, '/resend', { type: 'email_change', email: EMAIL, ...PKCE })).text).toBe('{}')
  expect((await post(auth, '/resend', { type: 'phone_change', phone: '4915100000000' })).status).toBe(200)
  expect(await auth.mails(PHONE)).toHaveLength(2)
  const { hash, code } = await auth.lastMail(NEW_EMAIL)
  expect(hash).toMatch(/^pkce_/)
  const soon = await post(auth, '/resend', { type: 'email_change', email: EMAIL })
  expect(readError(soon).slice(0, 2)).toEqual([429, 'over_email_send_rate_limit'])
  const typed = await post(auth, '/verify', { type: 'email_change', email: NEW_EMAIL, token: code })
  expect(typed.body.msg).toBe(FIRST_OF_TWO)
})

test('sends the nonce to a confirmed phone when there is no email (auth 7.5)', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_PHONE_ENABLED: 'true', GOTRUE_SMS_AUTOCONFIRM: 'true' })
  const { body } = await post(auth, '/signup', { phone: PHONE, password: PASSWORD })
  const token = String(body.access_token)
  await auth.sql`update auth.users set phone_confirmed_at = null`
  const unconfirmed = readError(await sendRequest(auth, 'GET', '/reauthenticate', { token }))
  expect(unconfirmed.slice(0, 2)).toEqual([422, 'phone_not_confirmed'])
  await auth.sql`update auth.users set phone_confirmed_at = now()`
  expect((await sendRequest(auth, 'GET', '/reauthenticate', { token })).text).toBe('{}')
  expect((await auth.lastMail(PHONE)).text).toMatch(/^Your code is \d{6}$/)
})
