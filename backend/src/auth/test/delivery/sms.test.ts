import { expect, test } from 'vitest'
import { createTestAuth, PASSWORD, type TestAuth } from '../test-auth.ts'
import { startTestProvider } from './test-provider.ts'

const PHONE = '4915112345678'
const OTHER_PHONE = '4915112345679'
const ENABLED = { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' }
const TWILIO = {
  ...ENABLED,
  GOTRUE_SMS_PROVIDER: 'twilio',
  GOTRUE_SMS_TWILIO_ACCOUNT_SID: 'AC1',
  GOTRUE_SMS_TWILIO_AUTH_TOKEN: 'twilio-secret',
  GOTRUE_SMS_TWILIO_MESSAGE_SERVICE_SID: '+15005550006',
}
interface Row {
  name: string
  settings: Record<string, string>
  path: string
  authorization: string | undefined
  sent: Record<string, unknown>
  text: string
  answer: unknown
  rejection: unknown
}

const PROVIDERS: Row[] = [
  {
    name: 'twilio',
    settings: TWILIO,
    path: '/2010-04-01/Accounts/AC1/Messages.json',
    authorization: `Basic ${btoa('AC1:twilio-secret')}`,
    sent: { To: `+${PHONE}`, From: '+15005550006', Channel: 'sms' },
    text: 'Body',
    answer: { sid: 'message-1', status: 'queued' },
    rejection: { sid: 'message-1', status: 'failed', error_code: 21211 },
  },
  {
    name: 'messagebird',
    settings: {
      GOTRUE_SMS_PROVIDER: 'messagebird',
      GOTRUE_SMS_MESSAGEBIRD_ACCESS_KEY: 'bird-key',
      GOTRUE_SMS_MESSAGEBIRD_ORIGINATOR: 'Spots',
    },
    path: '/messages',
    authorization: 'AccessKey bird-key',
    sent: { originator: 'Spots', recipients: PHONE, type: 'sms' },
    text: 'body',
    answer: { id: 'message-1', recipients: { totalDeliveryFailedCount: 0 } },
    rejection: { errors: [{ code: 9, description: 'no (correct) recipients found' }] },
  },
  {
    name: 'textlocal',
    settings: {
      GOTRUE_SMS_PROVIDER: 'textlocal',
      GOTRUE_SMS_TEXTLOCAL_API_KEY: 'local-key',
      GOTRUE_SMS_TEXTLOCAL_SENDER: 'Spots',
    },
    path: '/send',
    authorization: undefined,
    sent: { apikey: 'local-key', sender: 'Spots', numbers: PHONE },
    text: 'message',
    answer: { status: 'success', messages: [{ id: 'message-1' }, { id: 'message-2' }] },
    rejection: { status: 'failure', errors: [{ code: 4, message: 'No recipients specified' }] },
  },
  {
    name: 'vonage',
    settings: {
      GOTRUE_SMS_PROVIDER: 'vonage',
      GOTRUE_SMS_VONAGE_API_KEY: 'vonage-key',
      GOTRUE_SMS_VONAGE_API_SECRET: 'vonage-secret',
      GOTRUE_SMS_VONAGE_FROM: 'Spots',
    },
    path: '/sms/json',
    authorization: undefined,
    sent: { api_key: 'vonage-key', api_secret: 'vonage-secret', from: 'Spots', to: PHONE },
    text: 'text',
    answer: { messages: [{ status: '0', 'message-id': 'message-1' }] },
    rejection: { messages: [{ status: '6', 'error-text': 'Invalid message' }] },
  },
  {
    name: 'http',
    settings: { GOTRUE_SMS_PROVIDER: 'http', GOTRUE_SMS_HTTP_TOKEN: 'own-token' },
    path: '/',
    authorization: 'Bearer own-token',
    sent: { phone: `+${PHONE}`, channel: 'sms' },
    text: 'message',
    answer: { id: 'message-1' },
    rejection: undefined,
  },
]

test.each(PROVIDERS)(
  'sends the code through $name and logs its id under the message id of the response (auth 6.3)',
  async (row) => {
    await using provider = await startTestProvider(() => ({ json: row.answer }))
    await using auth = await createTestAuth({ ...ENABLED, ...row.settings, GOTRUE_SMS_ENDPOINT: provider.url })
    const { auth: client } = auth.client()
    const { data, error } = await client.signInWithOtp({ phone: PHONE })
    expect(error).toBeNull()
    const sentLog = JSON.stringify({ id: data.messageId, providerId: 'message-1' }).slice(1)
    await expect.poll(() => auth.logged.join('')).toContain(sentLog)
    expect(await auth.sql`select from auth.sms_queue`).toHaveLength(0)
    const [request] = provider.requests
    const sent = row.name === 'http' ? JSON.parse(request?.body ?? '') : request?.form
    expect(request).toMatchObject({ method: 'POST', path: row.path })
    expect(request?.headers.authorization).toBe(row.authorization)
    expect(sent).toMatchObject(row.sent)
    const code = /^Your code is (\d{6})$/.exec(sent[row.text])?.[1] ?? ''
    expect((await client.verifyOtp({ phone: PHONE, token: code, type: 'sms' })).error).toBeNull()
    expect(auth.logged.join('')).not.toContain(PHONE)
    expect(auth.logged.join('')).not.toContain(code)
  },
)

test.each(PROVIDERS.filter(({ rejection }) => rejection))(
  'responds as usual and does not retry when $name rejects the SMS (auth 7.3)',
  async (row) => {
    await using provider = await startTestProvider(() => ({ json: row.rejection }))
    await using auth = await createTestAuth({ ...ENABLED, ...row.settings, GOTRUE_SMS_ENDPOINT: provider.url })
    expect((await auth.client().auth.signUp({ phone: PHONE, password: PASSWORD })).error).toBeNull()
    await expect.poll(() => auth.logged.join('')).toContain('SMS rejected')
    expect(await auth.sql`select from auth.sms_queue`).toHaveLength(0)
    expect(provider.requests).toHaveLength(1)
  },
)

test('treats a 4xx status as a rejection and does not log its text with the number (auth 7.3)', async () => {
  await using provider = await startTestProvider(() => ({
    status: 400,
    json: { code: 21211, message: `The number +${PHONE} is not valid` },
  }))
  await using auth = await createTestAuth({ ...TWILIO, GOTRUE_SMS_ENDPOINT: provider.url })
  expect((await auth.client().auth.signInWithOtp({ phone: PHONE })).error).toBeNull()
  await expect.poll(() => auth.logged.join('')).toContain('SMS rejected')
  expect(auth.logged.join('')).toContain('21211')
  expect(auth.logged.join('')).not.toContain(PHONE)
})

test.each([
  ['fails', { status: 503, json: {} }],
  ['limits the rate', { status: 429, json: {} }],
  ['does not respond', { delayMs: 1_000, json: { sid: 'late' } }],
  ['redirects', { status: 302, json: {} }],
])('responds as usual and retries with the same code when a provider %s (auth 6.3)', async (_name, answer) => {
  await using provider = await startTestProvider(() =>
    provider.requests.length === 1 ? answer : { json: { sid: 'message-1', status: 'queued' } },
  )
  await using auth = await createTestAuth({
    ...TWILIO,
    GOTRUE_SMS_ENDPOINT: provider.url,
    GOTRUE_SMS_TIMEOUT: '200ms',
  })
  expect((await auth.request('/otp', { json: { phone: PHONE } })).status).toBe(200)
  await expect.poll(() => auth.logged.join('')).toContain('SMS not sent')
  auth.wait(20_000)
  await auth.request('/otp', { json: { phone: OTHER_PHONE } })
  await expect.poll(() => auth.sql`select from auth.sms_queue`).toHaveLength(0)
  const bodies = provider.requests.filter(({ form }) => form.To === `+${PHONE}`).map(({ form }) => form.Body)
  expect(bodies).toEqual([bodies[0], bodies[0]])
})

test('sends the SMS that another process could not send (auth 6.3)', async () => {
  await using provider = await startTestProvider(() => ({ json: { sid: 'message-1' } }))
  await using auth = await createTestAuth({ ...TWILIO, GOTRUE_SMS_ENDPOINT: 'http://127.0.0.1:1' })
  await auth.request('/otp', { json: { phone: PHONE } })
  await expect.poll(() => auth.logged.join('')).toContain('SMS not sent')
  auth.wait(20_000)
  const request = auth.anotherProcess({ ...TWILIO, GOTRUE_SMS_ENDPOINT: provider.url })
  await request('/otp', { json: { phone: OTHER_PHONE } })
  await expect.poll(() => provider.requests.map(({ form }) => form.To).sort()).toEqual([`+${PHONE}`, `+${OTHER_PHONE}`])
})

test('does not send a code that has expired (auth 6.3)', async () => {
  await using provider = await startTestProvider(() => ({ status: 503, json: {} }))
  await using auth = await createTestAuth({ ...TWILIO, GOTRUE_SMS_ENDPOINT: provider.url })
  await auth.request('/otp', { json: { phone: PHONE } })
  await expect.poll(() => auth.logged.join('')).toContain('SMS not sent')
  auth.wait(61_000)
  await auth.request('/otp', { json: { phone: OTHER_PHONE } })
  await expect.poll(() => auth.logged.join('')).toContain('SMS not sent before its code expired')
  await expect.poll(() => provider.requests.map(({ form }) => form.To)).toEqual([`+${PHONE}`, `+${OTHER_PHONE}`])
})

test('responds to every request while a provider hangs, and calls it at most four times (auth 10)', async () => {
  await using provider = await startTestProvider(() => ({ delayMs: 60_000, json: { sid: 'x' } }))
  await using auth = await createTestAuth({ ...TWILIO, GOTRUE_SMS_ENDPOINT: provider.url, GOTRUE_SMS_TIMEOUT: '60s' })
  const phones = Array.from({ length: 12 }, (_, index) => `49151000000${10 + index}`)
  const answers = await Promise.all(phones.map((phone) => auth.request('/otp', { json: { phone } })))
  expect(answers.map(({ status }) => status)).toEqual(phones.map(() => 200))
  await expect.poll(() => provider.requests.length).toBe(4)
  expect(await auth.sql`select from auth.sms_queue where attempts = 0`).toHaveLength(8)
})

test('does not start with a provider that lacks its keys (auth 5)', async () => {
  await expect(createTestAuth({ GOTRUE_SMS_PROVIDER: 'vonage' })).rejects.toThrow(/GOTRUE_SMS_VONAGE_API_KEY/)
})

test('accepts the fixed code of a test number without sending an SMS, until the codes expire (auth 6.3)', async () => {
  await using provider = await startTestProvider(() => ({ json: { sid: 'message-1' } }))
  const until = new Date(Date.now() + 120_000).toISOString()
  await using auth = await createTestAuth({
    ...TWILIO,
    GOTRUE_SMS_ENDPOINT: provider.url,
    GOTRUE_SMS_TEST_OTP: `${PHONE}:123456, +4915100000000:654321`,
    GOTRUE_SMS_TEST_OTP_VALID_UNTIL: until,
  })
  const { auth: client } = auth.client()
  expect((await client.signInWithOtp({ phone: PHONE })).data).toMatchObject({ messageId: 'test-otp' })
  expect((await client.verifyOtp({ phone: PHONE, token: '123456', type: 'sms' })).error).toBeNull()
  expect(provider.requests).toHaveLength(0)
  auth.wait(121_000)
  await client.signInWithOtp({ phone: PHONE })
  await expect.poll(() => provider.requests).toHaveLength(1)
  expect((await client.verifyOtp({ phone: PHONE, token: '123456', type: 'sms' })).error?.code).toBe('otp_expired')
})

test('lists the SMS provider in /settings, but not the outbox (auth 7.12)', async () => {
  const providerOf = async (auth: TestAuth) =>
    ((await (await auth.request('/settings')).json()) as { sms_provider: string }).sms_provider
  await using auth = await createTestAuth(TWILIO)
  await using without = await createTestAuth()
  expect([await providerOf(auth), await providerOf(without)]).toEqual(['twilio', ''])
})

test('uses the text of SMS_TEMPLATE (auth 6.3)', async () => {
  await using auth = await createTestAuth({ ...ENABLED, GOTRUE_SMS_TEMPLATE: '{{.Code}} für Hereabouts – {{ .Code }}' })
  await auth.client().auth.signInWithOtp({ phone: PHONE })
  expect((await auth.lastMail(PHONE)).text).toMatch(/^(\d{6}) für Hereabouts – \1$/)
})
