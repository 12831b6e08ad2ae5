import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { createTestAuth, KEYS, PASSWORD, type TestAuth } from '../test-auth.ts'

const EMAIL = 'ada@example.org'

/** The code that an authenticator app shows at the service's present time. */
function toCode(secret: string, atMs = Date.now()): string {
  return new TOTP({ secret }).generate({ timestamp: atMs })
}

async function withFactor(auth: TestAuth) {
  const client = auth.client()
  await client.auth.signUp({ email: EMAIL, password: PASSWORD })
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error || data.type !== 'totp') throw new Error('The factor was not enrolled.', { cause: error })
  return { client, factorId: data.id, secret: data.totp.secret, enrolled: data }
}

test('an authenticator app is added and raises the session to aal2', async () => {
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
  const { data, error } = await client.auth.mfa.challengeAndVerify({ factorId, code: toCode(secret) })
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

test('a code is taken once, and a challenge is met once and in time', async () => {
  await using auth = await createTestAuth()
  const { client, factorId, secret } = await withFactor(auth)
  const code = toCode(secret)
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

test('guessing the code of a factor ends soon', async () => {
  await using auth = await createTestAuth()
  const { client, factorId, secret } = await withFactor(auth)
  const challenge = await client.auth.mfa.challenge({ factorId })
  const code = toCode(secret) === '000000' ? '111111' : '000000'
  const guesses = Array.from({ length: 25 }, () =>
    client.auth.mfa.verify({ factorId, challengeId: challenge.data?.id ?? '', code }),
  )
  const statuses = (await Promise.all(guesses)).map(({ error }) => error?.status)
  expect(statuses.filter((status) => status === 422)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})

test('a factor goes only at aal2, and its sessions fall to aal1', async () => {
  await using auth = await createTestAuth()
  const { client, factorId, secret } = await withFactor(auth)
  await client.auth.mfa.challengeAndVerify({ factorId, code: toCode(secret) })
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

test('a name is given to one factor, and there are ten at most', async () => {
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
])('%s %s is refused, to strangers with 401 first', async (method, path, status, code) => {
  await using auth = await createTestAuth()
  const { data } = await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  expect((await auth.request(path, { method })).status).toBe(401)
  const answer = await auth.request(path, {
    method,
    headers: { authorization: `Bearer ${data.session?.access_token}` },
  })
  expect([answer.status, ((await answer.json()) as { error_code: string }).error_code]).toEqual([status, code])
})

test("nobody reaches another member's factor", async () => {
  await using auth = await createTestAuth()
  const { factorId } = await withFactor(auth)
  const bob = auth.client()
  await bob.auth.signUp({ email: 'bob@example.org', password: PASSWORD })
  expect((await bob.auth.mfa.challenge({ factorId })).error?.code).toBe('mfa_factor_not_found')
  expect((await bob.auth.mfa.unenroll({ factorId })).error?.code).toBe('mfa_factor_not_found')
})

test('the operator sees and takes away the factors of an account', async () => {
  await using auth = await createTestAuth()
  const { client, factorId, secret } = await withFactor(auth)
  await client.auth.mfa.challengeAndVerify({ factorId, code: toCode(secret) })
  const { data } = await client.auth.getUser()
  const { mfa } = auth.client({ key: KEYS.secretKey }).auth.admin
  const userId = data.user?.id ?? ''
  expect((await mfa.listFactors({ userId })).data).toMatchObject({ factors: [{ id: factorId, status: 'verified' }] })
  expect((await mfa.deleteFactor({ userId, id: factorId })).error).toBeNull()
  expect((await client.auth.getUser()).data.user?.factors).toBeUndefined()
})
