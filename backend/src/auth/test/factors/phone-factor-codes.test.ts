import { expect, test } from 'vitest'
import { startTestProvider } from '../delivery/test-provider.ts'
import { createTestAuth, type TestAuth } from '../test-auth.ts'
import { challenge, createWrongCode, ENABLED, getCode, MINUTE_MS, PHONE, withPhone } from './test-phone-factor.ts'

const HOOK_SECRET = `v1,whsec_${Buffer.from('a secret of tests, 32 bytes long!').toString('base64')}`

test('keeps a challenge after a wrong code and uses it up with the right one (auth 7.10)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { client, factorId } = await withPhone(auth)
  const challengeId = (await challenge(client, factorId)).data?.id ?? ''
  const code = await getCode(auth)
  const wrong = await client.auth.mfa.verify({ factorId, challengeId, code: createWrongCode(code) })
  expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
  const empty = await client.auth.mfa.verify({ factorId, challengeId, code: '' })
  expect(empty.error).toMatchObject({ status: 400, message: 'Code needs to be non-empty' })
  expect((await client.auth.mfa.verify({ factorId, challengeId, code })).error).toBeNull()
  const again = await client.auth.mfa.verify({ factorId, challengeId, code })
  expect(again.error).toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' })
})

test('rejects the code of another challenge and an expired code (auth 7.10)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { client, factorId } = await withPhone(auth)
  const first = (await challenge(client, factorId)).data?.id ?? ''
  const firstCode = await getCode(auth)
  auth.wait(MINUTE_MS)
  const second = (await challenge(client, factorId)).data?.id ?? ''
  if (firstCode !== (await getCode(auth))) {
    const crossed = await client.auth.mfa.verify({ factorId, challengeId: second, code: firstCode })
    expect(crossed.error?.code).toBe('mfa_verification_failed')
  }
  auth.wait(5 * MINUTE_MS)
  const late = await client.auth.mfa.verify({ factorId, challengeId: first, code: firstCode })
  expect(late.error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' })
  const gone = await client.auth.mfa.verify({ factorId, challengeId: first, code: firstCode })
  expect(gone.error).toMatchObject({ status: 422, code: 'mfa_factor_not_found' })
})

test('accepts a code only from the client address that requested it (auth 7.10)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { client, factorId } = await withPhone(auth)
  const token = (await client.auth.getSession()).data.session?.access_token
  const headers = (ip: string) => ({ authorization: `Bearer ${token}`, 'x-forwarded-for': ip })
  const requested = await auth.request(`/factors/${factorId}/challenge`, {
    method: 'POST',
    headers: headers('192.0.2.1'),
  })
  const { id } = (await requested.json()) as { id: string }
  const response = await auth.request(`/factors/${factorId}/verify`, {
    headers: headers('192.0.2.2'),
    json: { challenge_id: id, code: await getCode(auth) },
  })
  expect([response.status, await response.json()]).toMatchObject([422, { error_code: 'mfa_ip_address_mismatch' }])
})

test('sends one code per minute, even across two processes (auth 7.10)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { client, factorId } = await withPhone(auth)
  const token = (await client.auth.getSession()).data.session?.access_token
  const second = auth.secondProcess()
  const sendRequest = (request: TestAuth['request']) =>
    request(`/factors/${factorId}/challenge`, { json: {}, headers: { authorization: `Bearer ${token}` } })
  const responses = await Promise.all([
    sendRequest(auth.request),
    sendRequest(second),
    sendRequest(auth.request),
    sendRequest(second),
  ])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429])
  expect(await auth.mails(PHONE)).toHaveLength(1)
  const soon = await challenge(client, factorId)
  expect(soon.error).toMatchObject({
    status: 429,
    code: 'over_sms_send_rate_limit',
    message: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
  })
  auth.wait(MINUTE_MS)
  expect((await challenge(client, factorId)).error).toBeNull()
})

test('limits failed attempts at the code of a phone across challenges (auth 7.10)', async () => {
  await using auth = await createTestAuth({ ...ENABLED, GOTRUE_MFA_PHONE_MAX_FREQUENCY: '0s' })
  const { client, factorId } = await withPhone(auth)
  const statuses: (number | undefined)[] = []
  for (let round = 0; round < 5; round += 1) {
    const challengeId = (await challenge(client, factorId)).data?.id ?? ''
    const code = createWrongCode(await getCode(auth))
    for (let guess = 0; guess < 5; guess += 1) {
      statuses.push((await client.auth.mfa.verify({ factorId, challengeId, code })).error?.status)
    }
  }
  expect(statuses.filter((status) => status === 422)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})

test('uses the requested channel where the provider supports it (auth 7.10)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { client, factorId } = await withPhone(auth)
  const { error } = await client.auth.mfa.challenge({ factorId, channel: 'whatsapp' })
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('responds to a challenge as usual when the provider rejects the SMS (auth 7.10)', async () => {
  await using provider = await startTestProvider(() => ({ status: 400, json: { code: 21211 } }))
  await using auth = await createTestAuth({
    ...ENABLED,
    GOTRUE_SMS_PROVIDER: 'http',
    GOTRUE_SMS_ENDPOINT: provider.url,
  })
  const { client, factorId } = await withPhone(auth)
  expect((await challenge(client, factorId)).error).toBeNull()
  await expect.poll(() => auth.logged.join('')).toContain('SMS rejected')
})

test('lets twilio_verify check the code of a factor (auth 7.10)', async () => {
  await using provider = await startTestProvider(({ path, form }) => ({
    json: { sid: 'VE1', status: path.endsWith('Check') && form.Code === '424242' ? 'approved' : 'pending' },
  }))
  await using auth = await createTestAuth({
    ...ENABLED,
    GOTRUE_SMS_PROVIDER: 'twilio_verify',
    GOTRUE_SMS_TWILIO_VERIFY_ACCOUNT_SID: 'AC1',
    GOTRUE_SMS_TWILIO_VERIFY_AUTH_TOKEN: 'secret',
    GOTRUE_SMS_TWILIO_VERIFY_MESSAGE_SERVICE_SID: 'VA1',
    GOTRUE_SMS_ENDPOINT: provider.url,
  })
  const { client, factorId } = await withPhone(auth)
  const challengeId = (await challenge(client, factorId)).data?.id ?? ''
  const wrong = await client.auth.mfa.verify({ factorId, challengeId, code: '111111' })
  expect(wrong.error?.code).toBe('mfa_verification_failed')
  expect((await client.auth.mfa.verify({ factorId, challengeId, code: '424242' })).error).toBeNull()
})

test('accepts a code once under concurrent requests to two processes (auth 7.10)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const { client, factorId } = await withPhone(auth)
  const challengeId = (await challenge(client, factorId)).data?.id ?? ''
  const token = (await client.auth.getSession()).data.session?.access_token
  const second = auth.secondProcess()
  const json = { challenge_id: challengeId, code: await getCode(auth) }
  const verify = (request: TestAuth['request']) =>
    request(`/factors/${factorId}/verify`, { json, headers: { authorization: `Bearer ${token}` } })
  const responses = await Promise.all([verify(auth.request), verify(second), verify(auth.request), verify(second)])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
})

test('passes the code of a factor to send_sms as sms_type mfa, and to no provider (auth 6.9)', async () => {
  await using hook = await startTestProvider(() => ({ json: {} }))
  await using auth = await createTestAuth({
    ...ENABLED,
    GOTRUE_HOOK_SEND_SMS_ENABLED: 'true',
    GOTRUE_HOOK_SEND_SMS_URI: hook.url,
    GOTRUE_HOOK_SEND_SMS_SECRETS: HOOK_SECRET,
  })
  const { client, factorId } = await withPhone(auth)
  const challengeId = (await challenge(client, factorId)).data?.id ?? ''
  await expect.poll(() => hook.requests).toHaveLength(1)
  const { sms } = JSON.parse(hook.requests[0]?.body ?? '{}') as {
    sms: { otp: string; phone: string; sms_type: string }
  }
  expect(sms).toMatchObject({ phone: PHONE, sms_type: 'mfa' })
  expect((await client.auth.mfa.verify({ factorId, challengeId, code: sms.otp })).error).toBeNull()
  expect(await auth.mails(PHONE)).toHaveLength(0)
})
