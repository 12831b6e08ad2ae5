import fastCheck from 'fast-check'
import { expect, test } from 'vitest'
import { createTestAuth, KEYS, PASSWORD } from '../test-auth.ts'
import { EMAIL, signUp } from '../test-member.ts'
import { challenge, ENABLED, enroll, getCode, PHONE, withPhone } from './test-phone-factor.ts'

test('enrolls a phone, sends a code and raises the same session to aal2 (auth 7.10)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const client = await signUp(auth)
  const { data: factor } = await enroll(client, '+49 151 1234 5678')
  expect(factor).toMatchObject({ type: 'phone', friendly_name: 'Mobile', phone: PHONE })
  const factorId = factor?.id ?? ''
  const elsewhere = auth.client()
  await elsewhere.auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
  const { data: requested } = await challenge(client, factorId)
  expect(requested).toMatchObject({ id: expect.any(String), type: 'phone' })
  expect((requested?.expires_at ?? 0) - Date.now() / 1_000).toBeGreaterThan(290)
  expect((await auth.lastMail(PHONE)).text).toMatch(/^Your code is \d{6}$/)
  const code = await getCode(auth)
  const { data, error } = await client.auth.mfa.verify({ factorId, challengeId: requested?.id ?? '', code })
  expect(error).toBeNull()
  const claims = await auth.tokens.verify(data?.access_token ?? '')
  expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/phone' }, { method: 'password' }] })
  expect(data?.user.factors).toMatchObject([{ factor_type: 'phone', status: 'verified', phone: PHONE }])
  expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await client.auth.mfa.listFactors()).data?.phone).toHaveLength(1)
})

test('rejects missing, invalid, taken and disabled phones (auth 7.10)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const client = await signUp(auth)
  for (const phone of ['', 'nonsense', '+0151']) {
    expect((await enroll(client, phone)).error).toMatchObject({ status: 400, code: 'validation_failed' })
  }
  const { data: first } = await enroll(client)
  const replaced = await enroll(client)
  expect(replaced.error).toBeNull()
  expect((await client.auth.getUser()).data.user?.factors?.map(({ id }) => id)).toEqual([replaced.data?.id])
  expect(replaced.data?.id).not.toBe(first?.id)
  expect((await enroll(client, '4915100000000')).error?.code).toBe('mfa_factor_name_conflict')
  await auth.sql`update auth.mfa_factors set status = 'verified'`
  const verified = await enroll(client, PHONE, 'Other')
  expect(verified.error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' })
  await using off = await createTestAuth()
  expect((await enroll(await signUp(off, 'bob@example.org'))).error).toMatchObject({
    status: 422,
    code: 'mfa_phone_enroll_not_enabled',
    message: 'MFA enroll is disabled for Phone',
  })
})

test('treats an empty factor name as a name (auth 7.10)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const client = await signUp(auth)
  await client.auth.mfa.enroll({ factorType: 'totp' })
  const second = await client.auth.mfa.enroll({ factorType: 'phone', phone: PHONE })
  expect(second.error?.code).toBe('mfa_factor_name_conflict')
})

test('neither sends nor accepts codes when phones are disabled (auth 7.10)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MFA_PHONE_ENROLL_ENABLED: 'true' })
  const { client, factorId } = await withPhone(auth)
  const code = 'mfa_phone_verify_not_enabled'
  expect((await challenge(client, factorId)).error).toMatchObject({ status: 422, code })
  const verify = { factorId, challengeId: crypto.randomUUID(), code: '123456' }
  expect((await client.auth.mfa.verify(verify)).error).toMatchObject({ status: 422, code })
})

test('removes mfa/phone from the sessions of an unenrolled phone (auth 7.10)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { client, factorId } = await withPhone(auth)
  const challengeId = (await challenge(client, factorId)).data?.id ?? ''
  await client.auth.mfa.verify({ factorId, challengeId, code: await getCode(auth) })
  expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
  const { data } = await client.auth.refreshSession()
  expect(await auth.tokens.verify(data.session?.access_token ?? '')).toMatchObject({
    aal: 'aal1',
    amr: [{ method: 'password' }],
  })
})

test('lets an operator change name and number of a factor, but not to a taken one (auth 8)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { client, factorId } = await withPhone(auth)
  await enroll(client, '4915100000000', 'Work')
  const userId = (await client.auth.getUser()).data.user?.id
  const headers = { authorization: `Bearer ${KEYS.secretKey}` }
  const change = (json: unknown) =>
    auth.request(`/admin/users/${userId}/factors/${factorId}`, { method: 'PUT', headers, json })
  const changed = await change({ friendly_name: 'Home', phone: '+49 30 123456' })
  expect(await changed.json()).toMatchObject({ id: factorId, friendly_name: 'Home', phone: '4930123456' })
  expect((await change({ phone: 'nonsense' })).status).toBe(400)
  expect((await change({ friendly_name: 'Work' })).status).toBe(422)
  expect((await change({ phone: '4915100000000' })).status).toBe(422)
})

test('rejects malformed numbers without failing (auth 7.10)', { timeout: 60_000 }, async () => {
  await using auth = await createTestAuth({ ...ENABLED, GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' })
  const client = await signUp(auth)
  const token = (await client.auth.getSession()).data.session?.access_token
  const headers = { authorization: `Bearer ${token}` }
  const phone = fastCheck.oneof(
    fastCheck.jsonValue(),
    fastCheck.string({ unit: 'binary' }),
    fastCheck.string({ unit: fastCheck.constantFrom(...'+ 0123456789'), maxLength: 20 }),
  )
  await fastCheck.assert(
    fastCheck.asyncProperty(phone, async (number) => {
      await auth.sql`delete from auth.rate_limits`
      const responses = await Promise.all([
        auth.request('/factors', { json: { factor_type: 'phone', phone: number }, headers }),
        auth.request('/otp', { json: { phone: number } }),
        auth.request('/verify', { json: { type: 'sms', phone: number, token: '123456' } }),
        auth.request('/token?grant_type=password', { json: { phone: number, password: PASSWORD } }),
        auth.request('/user', { method: 'PUT', json: { phone: number }, headers }),
      ])
      expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    }),
    { numRuns: 60 },
  )
})
