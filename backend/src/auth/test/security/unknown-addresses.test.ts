import { expect, test } from 'vitest'
import { startTestProvider } from '../delivery/test-provider.ts'
import { createTestAuth, PASSWORD, type TestAuth } from '../test-auth.ts'

const MINUTE_MS = 60_000
const ON = { GOTRUE_MAILER_AUTOCONFIRM: 'false', GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' }
const MANY = { GOTRUE_RATE_LIMIT_EMAIL_SENT: '1000', GOTRUE_RATE_LIMIT_SMS_SENT: '1000', GOTRUE_RATE_LIMIT_OTP: '1000' }

/** The hash of an unknown password. */
const HASH = '$2a$04$'.padEnd(60, 'x')

/** Each state that an address can be in, by a number that is part of it. */
const STATES = ['confirmed', 'unconfirmed', 'banned', 'deleted', 'unknown'] as const
type State = (typeof STATES)[number]

const toEmail = (state: State) => `${state}@example.org`
const toPhone = (state: State) => `49301234${STATES.indexOf(state)}`

/** Creates an account for each state with an email, and one with a phone. */
async function fill({ sql, wait }: TestAuth) {
  for (const [email, phone, state] of STATES.flatMap((name) => [
    [toEmail(name), null, name] as const,
    [null, toPhone(name), name] as const,
  ])) {
    if (state === 'unknown') continue
    await sql`
      with account as (
        insert into auth.users (instance_id, id, aud, role, email, phone, encrypted_password, raw_app_meta_data,
          raw_user_meta_data, confirmation_sent_at, created_at, updated_at)
        values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', ${email},
          ${phone}, ${HASH}, '{}', '{}', now(), now(), now())
        returning id)
      insert into auth.identities (user_id, provider_id, provider, identity_data, created_at, updated_at)
      select id, id, ${email ? 'email' : 'phone'}, jsonb_build_object('sub', id), now(), now() from account`
  }
  const matches = (state: State) => sql.fragment`(email = ${toEmail(state)} or phone = ${toPhone(state)})`
  await sql`update auth.users set email_confirmed_at = now() where email is not null and not ${matches('unconfirmed')}`
  await sql`update auth.users set phone_confirmed_at = now() where phone is not null and not ${matches('unconfirmed')}`
  await sql`update auth.users set banned_until = now() + interval '1 day' where ${matches('banned')}`
  await sql`update auth.users set deleted_at = now(), email = id || '@deleted', phone = null where ${matches('deleted')}`
  wait(2 * MINUTE_MS)
}

/** Replaces ids, times and the given address. Keeps the order of the keys. */
function mask(text: string, state: State): string {
  return text
    .replaceAll(toEmail(state), 'EMAIL')
    .replaceAll(toPhone(state), 'PHONE')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'TIME')
}

async function readAnswer(response: Response, state: State) {
  const headers = [...response.headers].map(([name, value]) => [name, mask(value, state)])
  return { status: response.status, headers, body: mask(await response.text(), state) }
}

const data = { zip: '8000', name: 'Ada', nested: { b: 1, a: 2 } }
const REQUESTS: [path: string, toJson: (state: State) => object][] = [
  ['/otp', (state) => ({ email: toEmail(state) })],
  ['/otp', (state) => ({ email: toEmail(state), create_user: false })],
  ['/otp', (state) => ({ phone: toPhone(state), create_user: false })],
  ['/otp', (state) => ({ phone: toPhone(state) })],
  ['/magiclink', (state) => ({ email: toEmail(state) })],
  ['/recover', (state) => ({ email: toEmail(state) })],
  ['/resend', (state) => ({ email: toEmail(state), type: 'signup' })],
  ['/resend', (state) => ({ email: toEmail(state), type: 'email_change' })],
  ['/resend', (state) => ({ phone: toPhone(state), type: 'sms' })],
  ['/resend', (state) => ({ phone: toPhone(state), type: 'phone_change' })],
  ['/signup', (state) => ({ email: toEmail(state), password: PASSWORD, data })],
  ['/signup', (state) => ({ phone: toPhone(state), password: PASSWORD, data })],
]

test.each(REQUESTS)(
  'returns the same response to %s for every address, even when repeated (auth 6.5) %#',
  async (path, toJson) => {
    await using auth = await createTestAuth({ ...ON, ...MANY })
    await fill(auth)
    // The addresses do not affect each other, and each response takes its time.
    const askAll = () =>
      Promise.all(STATES.map(async (state) => readAnswer(await auth.request(path, { json: toJson(state) }), state)))
    const rounds = [await askAll(), await askAll(), await askAll()]
    auth.wait(MINUTE_MS)
    rounds.push(await askAll())
    const responses = new Map(STATES.map((state, index) => [state, rounds.map((answers) => answers[index])]))
    const unknown = responses.get('unknown')
    expect(unknown).toMatchObject([{ status: 200 }, { status: 429 }, { status: 429 }, { status: 200 }])
    for (const state of STATES) expect([state, responses.get(state)]).toEqual([state, unknown])
  },
)

test.each(REQUESTS)(
  'counts %s towards the limit of the service for every address (auth 6.7) %#',
  async (path, toJson) => {
    await using auth = await createTestAuth({ ...ON, ...MANY })
    await fill(auth)
    const limited = {
      GOTRUE_RATE_LIMIT_EMAIL_SENT: '1/1h',
      GOTRUE_RATE_LIMIT_SMS_SENT: '1/1h',
      GOTRUE_RATE_LIMIT_OTP: '1000',
    }
    await auth.sql`delete from auth.rate_limits`
    const request = auth.anotherProcess({ ...ON, ...limited })
    const statuses = []
    for (const state of STATES) statuses.push((await request(path, { json: toJson(state) })).status)
    expect(statuses).toEqual([200, 429, 429, 429, 429])
  },
)

test('returns the same response to a sign-in with a code for unknown addresses when sign-ups are off (auth 6.5)', async () => {
  await using auth = await createTestAuth({ ...ON, ...MANY })
  await fill(auth)
  const request = auth.anotherProcess({ ...ON, ...MANY, GOTRUE_DISABLE_SIGNUP: 'true' })
  for (const path of ['/otp', '/magiclink']) {
    await auth.sql`delete from auth.rate_limits`
    for (const state of STATES) expect((await request(path, { json: { email: toEmail(state) } })).status).toBe(200)
  }
  expect(await auth.mails(toEmail('unknown'))).toEqual([])
})

test.each(REQUESTS.filter(([, toJson]) => 'phone' in toJson('unknown')))(
  'returns the same response to %s for every number while the provider rejects all SMS (auth 6.5) %#',
  async (path, toJson) => {
    await using provider = await startTestProvider(() => ({ status: 400, json: { code: 21211 } }))
    const http = { GOTRUE_SMS_PROVIDER: 'http', GOTRUE_SMS_ENDPOINT: provider.url }
    await using auth = await createTestAuth({ ...ON, ...MANY, ...http })
    await fill(auth)
    const answers = await Promise.all(
      STATES.map(async (state) => readAnswer(await auth.request(path, { json: toJson(state) }), state)),
    )
    expect(answers[0]?.status).toBe(200)
    expect(answers).toEqual(STATES.map(() => answers[0]))
  },
)

test('reveals unknown addresses as hosted projects do when the operator chooses so (auth 6.5)', async () => {
  await using auth = await createTestAuth({ ...ON, GOTRUE_SECURITY_REVEAL_ACCOUNTS: 'true' })
  const response = await auth.request('/otp', { json: { email: toEmail('unknown'), create_user: false } })
  expect([response.status, (await response.json()).error_code]).toEqual([422, 'otp_disabled'])
})
