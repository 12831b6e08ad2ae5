import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { createTestAuth, KEYS, PASSWORD, type TestAuth } from '../test-auth.ts'

const EMAIL = 'ada@example.org'

/** Returns the code that an authenticator app shows at the service's current time. */
function createTotp(secret: string, atMs = Date.now()): string {
  return new TOTP({ secret }).generate({ timestamp: atMs })
}

async function withFactor(auth: TestAuth) {
  const client = auth.client()
  await client.auth.signUp({ email: EMAIL, password: PASSWORD })
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error || data.type !== 'totp') throw new Error('The factor was not enrolled.', { cause: error })
  return { client, factorId: data.id, secret: data.totp.secret, enrolled: data }
}

test('enrolls an authenticator app and raises the session to aal2 (auth 7.10)', async () => {
  await using auth = await createTestAuth()
  const { client, factorId, secret, enrolled } = await withFactor(auth)
  expect(enrolled.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(enrolled.totp.uri).toBe(
    `otpauth://totp/site.test%3A3000:ada%40example.org?algorithm=SHA1&digits=6&issuer=site.test%3A3000&period=30&secret=${secret}`,
  )
  const elsewhere = auth.client()
  await elsewhere.auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
  const before = (await client.auth.getSession()).data.session
  const { data, error } = await client.auth.mfa.challengeAndVerify({ factorId, code: createTotp(secret) })
  expect(error).toBeNull()
  const claims = await auth.tokens.verify(data?.access_token ?? '')
  const old = await auth.tokens.verify(before?.access_token ?? '')
  expect(claims.session_id).toBe(old.session_id)
  expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] })
  expect((await client.auth.refreshSession()).error).toBeNull()
  expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError')

  const again = auth.client()
  await again.auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
  const levels = await again.auth.mfa.getAuthenticatorAssuranceLevel()
  expect(levels.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  expect((await again.auth.updateUser({ password: 'a better one 9' })).error).toMatchObject({
    status: 401,
    code: 'insufficient_aal',
  })
})

test('accepts each code and each challenge once, before it expires (auth 7.10)', async () => {
  await using auth = await createTestAuth()
  const { client, factorId, secret } = await withFactor(auth)
  const code = createTotp(secret)
  const { data: first } = await client.auth.mfa.challenge({ factorId })
  const challengeId = first?.id ?? ''
  const wrong = await client.auth.mfa.verify({ factorId, challengeId, code: '000000' })
  expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
  expect((await client.auth.mfa.verify({ factorId, challengeId, code })).error).toBeNull()
  expect((await client.auth.mfa.verify({ factorId, challengeId, code })).error?.code).toBe('mfa_ip_address_mismatch')
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error?.code).toBe('mfa_verification_failed')
  const { data: late } = await client.auth.mfa.challenge({ factorId })
  auth.wait(301_000)
  const expired = await client.auth.mfa.verify({ factorId, challengeId: late?.id ?? '', code })
  expect(expired.error?.code).toBe('mfa_challenge_expired')
})

test('limits the failed attempts at the code of a factor (auth 7.10)', async () => {
  await using auth = await createTestAuth()
  const { client, factorId, secret } = await withFactor(auth)
  const challenge = await client.auth.mfa.challenge({ factorId })
  const code = createTotp(secret) === '000000' ? '111111' : '000000'
  const guesses = Array.from({ length: 25 }, () =>
    client.auth.mfa.verify({ factorId, challengeId: challenge.data?.id ?? '', code }),
  )
  const statuses = (await Promise.all(guesses)).map(({ error }) => error?.status)
  expect(statuses.filter((status) => status === 422)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})

test('unenrolls a factor only at aal2 and lowers its sessions to aal1 (auth 7.10)', async () => {
  await using auth = await createTestAuth()
  const { client, factorId, secret } = await withFactor(auth)
  await client.auth.mfa.challengeAndVerify({ factorId, code: createTotp(secret) })
  const low = auth.client()
  await low.auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
  expect((await low.auth.mfa.unenroll({ factorId })).error).toMatchObject({ status: 422, code: 'insufficient_aal' })
  const second = await low.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })
  expect(second.error).toMatchObject({ status: 403, code: 'insufficient_aal' })
  expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
  const { data } = await client.auth.refreshSession()
  expect(await auth.tokens.verify(data.session?.access_token ?? '')).toMatchObject({
    aal: 'aal1',
    amr: [{ method: 'password' }],
  })
})

test('rejects a duplicate name and an eleventh factor (auth 7.10)', async () => {
  await using auth = await createTestAuth()
  const { client } = await withFactor(auth)
  const enroll = (friendlyName: string) => client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  expect((await enroll('Phone')).error?.code).toBe('mfa_factor_name_conflict')
  const others = await Promise.all(Array.from({ length: 10 }, (_, index) => enroll(`Other ${index}`)))
  expect(others.filter(({ error }) => error === null)).toHaveLength(9)
  expect(others.find(({ error }) => error)?.error?.code).toBe('too_many_enrolled_mfa_factors')
})

test.each([
  ['POST', '/factors/nonsense/challenge', 404, 'validation_failed'],
  ['POST', '/factors/00000000-0000-4000-8000-000000000000/challenge', 404, 'mfa_factor_not_found'],
  ['DELETE', '/factors/nonsense', 404, 'validation_failed'],
])('rejects %s %s, with 401 first for strangers (auth 7.10)', async (method, path, status, code) => {
  await using auth = await createTestAuth()
  const { data } = await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  expect((await auth.request(path, { method })).status).toBe(401)
  const response = await auth.request(path, {
    method,
    headers: { authorization: `Bearer ${data.session?.access_token}` },
  })
  expect([response.status, ((await response.json()) as { error_code: string }).error_code]).toEqual([status, code])
})

test('denies access to the factors of another user (auth 7.10)', async () => {
  await using auth = await createTestAuth()
  const { factorId } = await withFactor(auth)
  const bob = auth.client()
  await bob.auth.signUp({ email: 'bob@example.org', password: PASSWORD })
  expect((await bob.auth.mfa.challenge({ factorId })).error?.code).toBe('mfa_factor_not_found')
  expect((await bob.auth.mfa.unenroll({ factorId })).error?.code).toBe('mfa_factor_not_found')
})

test('lets an operator list and delete the factors of an account (auth 8)', async () => {
  await using auth = await createTestAuth()
  const { client, factorId, secret } = await withFactor(auth)
  await client.auth.mfa.challengeAndVerify({ factorId, code: createTotp(secret) })
  const { data } = await client.auth.getUser()
  const { mfa } = auth.client({ key: KEYS.secretKey }).auth.admin
  const userId = data.user?.id ?? ''
  expect((await mfa.listFactors({ userId })).data).toMatchObject({ factors: [{ id: factorId, status: 'verified' }] })
  expect((await mfa.deleteFactor({ userId, id: factorId })).error).toBeNull()
  expect((await client.auth.getUser()).data.user?.factors).toBeUndefined()
})

test("deletes every user's unverified factors older than 300 s before an enrollment (auth 7.10)", async () => {
  await using auth = await createTestAuth()
  const { client, factorId: tried } = await withFactor(auth)
  await client.auth.mfa.challenge({ factorId: tried })
  const { data: forgotten } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Forgotten' })
  const bob = auth.client()
  await bob.auth.signUp({ email: 'bob@example.org', password: PASSWORD })
  auth.wait(299_000)
  await bob.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'First' })
  expect(await auth.sql`select from auth.mfa_factors where id = ${forgotten?.id ?? ''}`).toHaveLength(1)
  auth.wait(2_000)
  await bob.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Second' })
  expect(await auth.sql`select from auth.mfa_factors where id = ${forgotten?.id ?? ''}`).toHaveLength(0)
  expect(await auth.sql`select from auth.mfa_factors where id = ${tried}`).toHaveLength(1)
})

test('allows at most MAX_VERIFIED_FACTORS verified factors (auth 7.10)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MFA_MAX_VERIFIED_FACTORS: '1' })
  const { client, factorId, secret } = await withFactor(auth)
  await client.auth.mfa.challengeAndVerify({ factorId, code: createTotp(secret) })
  const second = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Second' })
  expect(second.error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' })
})

test('limits challenges and verifications in their own buckets (auth 6.7)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: '1' })
  const { client, factorId } = await withFactor(auth)
  const token = (await client.auth.getSession()).data.session?.access_token
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.1' }
  const sendRequest = () => auth.request(`/factors/${factorId}/challenge`, { json: {}, headers })
  const statuses = (await Promise.all(Array.from({ length: 31 }, sendRequest))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  const tried = await auth.request(`/factors/${factorId}/verify`, { json: { code: '000000' }, headers })
  expect(tried.status).toBe(422)
})

test('compares client addresses independently of their spelling (auth 7.10)', async () => {
  await using auth = await createTestAuth()
  const { client, factorId, secret } = await withFactor(auth)
  const token = (await client.auth.getSession()).data.session?.access_token
  const from = (ip: string) => ({ authorization: `Bearer ${token}`, 'x-forwarded-for': ip })
  const path = `/factors/${factorId}`
  const requested = await auth.request(`${path}/challenge`, { json: {}, headers: from('2001:DB8::06e5:0001') })
  const json = { challenge_id: ((await requested.json()) as { id: string }).id, code: createTotp(secret) }
  const elsewhere = await auth.request(`${path}/verify`, { json, headers: from('2001:db8::6e5:2') })
  expect(elsewhere.status).toBe(422)
  const verified = await auth.request(`${path}/verify`, { json, headers: from('2001:db8:0:0::6e5:1') })
  expect(verified.status).toBe(200)
})

test.each([
  ['no type', {}],
  ['an unknown type', { factor_type: 'sms' }],
])('rejects an enrollment with %s (auth 7.10)', async (_name, json) => {
  await using auth = await createTestAuth()
  const { data } = await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  const headers = { authorization: `Bearer ${data.session?.access_token}` }
  const response = await auth.request('/factors', { json, headers })
  expect([response.status, await response.json()]).toMatchObject([400, { error_code: 'validation_failed' }])
})

test('denies MFA to anonymous accounts (auth 2)', async () => {
  await using auth = await createTestAuth({ GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' })
  const { auth: client } = auth.client()
  await client.signInAnonymously()
  const { error } = await client.mfa.enroll({ factorType: 'totp' })
  expect(error).toMatchObject({ status: 403, code: 'no_authorization' })
})

test('accepts or rejects names and issuers of any length without failing (auth 7.10)', async () => {
  await using auth = await createTestAuth()
  const { data } = await auth.client().auth.signUp({ email: `${'a&'.repeat(90)}@example.org`, password: PASSWORD })
  const headers = { authorization: `Bearer ${data.session?.access_token}` }
  const enroll = (json: object) => auth.request('/factors', { json: { factor_type: 'totp', ...json }, headers })
  const random = () =>
    crypto.getRandomValues(new Uint8Array(60_000)).reduce((text, byte) => text + (byte % 36).toString(36), '')
  expect((await enroll({ friendly_name: random() })).status).toBe(400)
  expect((await enroll({ friendly_name: '漢'.repeat(256) })).status).toBe(400)
  expect((await enroll({ friendly_name: 'a', issuer: random() })).status).toBe(400)
  expect((await enroll({ friendly_name: '漢'.repeat(255), issuer: '漢'.repeat(64) })).status).toBe(200)
  const path = `/admin/users/${data.user?.id}/factors`
  const operator = { authorization: `Bearer ${KEYS.secretKey}` }
  const [factor] = (await (await auth.request(path, { headers: operator })).json()) as { id: string }[]
  const renamed = await auth.request(`${path}/${factor?.id}`, {
    method: 'PUT',
    json: { friendly_name: random() },
    headers: operator,
  })
  expect(renamed.status).toBe(400)
})

test('returns 404 for experimental endpoints of the client that we do not have', async () => {
  await using auth = await createTestAuth()
  for (const [method, path] of [
    ['GET', '/factors/recovery-codes'],
    ['POST', '/factors/recovery-codes'],
    ['POST', '/factors/recovery-codes/verify'],
  ] as const) {
    const { data } = await auth
      .client()
      .auth.signUp({ email: `${method}${path.length}@example.org`, password: PASSWORD })
    const headers = { authorization: `Bearer ${data.session?.access_token}` }
    const response = await auth.request(path, { method, headers })
    expect([path, response.status]).toEqual([path, 404])
  }
})

test.each(['٣٣٣٣٣٣', '１２３４５６', 'ääääää', '🗝🗝🗝', 'abcdef'])(
  'rejects the code %s as a wrong one (auth 7.10)',
  async (code) => {
    await using auth = await createTestAuth()
    const { client, factorId } = await withFactor(auth)
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code })
    expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' })
  },
)
