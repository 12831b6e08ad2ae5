import { expect, test } from 'vitest'
import { createTestAuth, PASSWORD } from '../test-auth.ts'
import { startTestProvider } from './test-provider.ts'

const PHONE = '4915112345678'
const ENABLED = { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' }
const TWILIO = {
  ...ENABLED,
  GOTRUE_SMS_PROVIDER: 'twilio',
  GOTRUE_SMS_TWILIO_ACCOUNT_SID: 'AC1',
  GOTRUE_SMS_TWILIO_AUTH_TOKEN: 'twilio-secret',
  GOTRUE_SMS_TWILIO_MESSAGE_SERVICE_SID: '+15005550006',
}
const TWILIO_VERIFY = {
  ...ENABLED,
  GOTRUE_SMS_PROVIDER: 'twilio_verify',
  GOTRUE_SMS_TWILIO_VERIFY_ACCOUNT_SID: 'AC1',
  GOTRUE_SMS_TWILIO_VERIFY_AUTH_TOKEN: 'twilio-secret',
  GOTRUE_SMS_TWILIO_VERIFY_MESSAGE_SERVICE_SID: 'VA1',
}

test('sends WhatsApp messages through Twilio with prefixed numbers and the approved template (auth 6.1)', async () => {
  await using provider = await startTestProvider(() => ({ json: { sid: 'message-1', status: 'queued' } }))
  await using auth = await createTestAuth({
    ...TWILIO,
    GOTRUE_SMS_ENDPOINT: provider.url,
    GOTRUE_SMS_TWILIO_CONTENT_SID: 'HX1',
  })
  const { error } = await auth.client().auth.signInWithOtp({ phone: PHONE, options: { channel: 'whatsapp' } })
  expect(error).toBeNull()
  await expect.poll(() => provider.requests).toHaveLength(1)
  expect(provider.requests[0]?.form).toMatchObject({
    To: `whatsapp:+${PHONE}`,
    From: 'whatsapp:+15005550006',
    Channel: 'whatsapp',
    ContentSid: 'HX1',
    ContentVariables: expect.stringMatching(/^\{"1":"\d{6}"\}$/),
  })
})

test('rejects whatsapp with other providers, and unknown channels (auth 6.1)', async () => {
  await using auth = await createTestAuth(ENABLED)
  const rejected = await auth.client().auth.signInWithOtp({ phone: PHONE, options: { channel: 'whatsapp' } })
  expect(rejected.error).toMatchObject({ status: 400, code: 'validation_failed' })
  await using twilio = await createTestAuth(TWILIO)
  expect((await twilio.request('/otp', { json: { phone: PHONE, channel: 'pigeon' } })).status).toBe(400)
})

test('lets twilio_verify create and check the codes (auth 6.3)', async () => {
  await using provider = await startTestProvider(({ path, form }) => ({
    json: {
      sid: 'VE1',
      status: path.endsWith('/VerificationCheck') && form.Code === '424242' ? 'approved' : 'pending',
    },
  }))
  await using auth = await createTestAuth({ ...TWILIO_VERIFY, GOTRUE_SMS_ENDPOINT: provider.url })
  const { auth: client } = auth.client()
  expect((await client.signInWithOtp({ phone: PHONE })).error).toBeNull()
  await expect.poll(() => provider.requests).toHaveLength(1)
  expect(provider.requests[0]).toMatchObject({
    path: '/v2/Services/VA1/Verifications',
    form: { To: `+${PHONE}`, Channel: 'sms' },
  })
  const wrong = await client.verifyOtp({ phone: PHONE, token: '111111', type: 'sms' })
  expect(wrong.error).toMatchObject({ status: 403, code: 'otp_expired' })
  expect((await client.verifyOtp({ phone: PHONE, token: '424242', type: 'sms' })).error).toBeNull()
  expect(provider.requests.at(-1)).toMatchObject({
    path: '/v2/Services/VA1/VerificationCheck',
    form: { To: `+${PHONE}`, Code: '424242' },
  })
  const requested = provider.requests.length
  const unasked = await client.verifyOtp({ phone: PHONE, token: '424242', type: 'sms' })
  expect(unasked.error?.code).toBe('otp_expired')
  expect(provider.requests).toHaveLength(requested)
})

test('lets twilio_verify check a reauthentication by phone (auth 7.5)', async () => {
  await using provider = await startTestProvider(({ path, form }) => ({
    json: {
      sid: 'VE1',
      status: path.endsWith('/VerificationCheck') && form.Code === '424242' ? 'approved' : 'pending',
    },
  }))
  await using auth = await createTestAuth({
    ...TWILIO_VERIFY,
    GOTRUE_SMS_ENDPOINT: provider.url,
    GOTRUE_SMS_AUTOCONFIRM: 'true',
    GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: 'true',
  })
  const { auth: client } = auth.client()
  await client.signUp({ phone: PHONE, password: PASSWORD })
  await auth.sql`update auth.sessions set created_at = created_at - interval '2 days'`
  expect((await client.reauthenticate()).error).toBeNull()
  const wrong = await client.updateUser({ password: 'a better one 9', nonce: '111111' })
  expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
  expect((await client.updateUser({ password: 'a better one 9', nonce: '424242' })).error).toBeNull()
})
