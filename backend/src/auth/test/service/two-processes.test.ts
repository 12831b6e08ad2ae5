import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { AuthProcessOptions } from '../../../../test/auth-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts'
import type { Sql } from '../../../postgres/statements/sql.ts'
import { API_URL } from '../test-api-url.ts'
import { JWT_SECRET, KEYS, PASSWORD, SITE_URL } from '../test-auth.ts'

const PROGRAM = join(import.meta.dirname, '../../../../test/auth-process.ts')
const MAILS_AN_HOUR = 200

interface TestResponse {
  status: number
  body: Record<string, unknown> & { access_token: string; refresh_token: string; id: string }
  headers: Headers
}

type Ask = (
  path: string,
  json?: object,
  init?: { token?: string; ip?: string; method?: string },
) => Promise<TestResponse>

let database: TestDatabase
let sql: Sql
const children: ChildProcess[] = []
/** The first process stores refresh tokens as rows, the second as counters. */
let processes: [Ask, Ask]

beforeAll(async () => {
  database = await createTestDatabase()
  sql = database.connect('owner', { max: 2 })
  const [row] = await sql<{ name: string }[]>`select current_database() as name`
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const { socket, port } = inject('databaseServer')
  const shared = {
    address: { socket, port, database: row?.name ?? '' },
    jwk: { ...(await exportJWK(privateKey)), kid: 'test-key', alg: 'ES256', key_ops: ['sign'] },
    jwtSecret: JWT_SECRET,
    keys: KEYS,
    siteUrl: SITE_URL,
    apiUrl: API_URL,
  }
  const environment = {
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
    GOTRUE_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS: 'true',
    GOTRUE_RATE_LIMIT_EMAIL_SENT: String(MAILS_AN_HOUR),
    GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
  }
  const version = 'GOTRUE_SECURITY_REFRESH_TOKEN_ALGORITHM_VERSION'
  processes = await Promise.all([
    start({ ...shared, environment }),
    start({ ...shared, environment: { ...environment, [version]: '2' } }),
  ])
})

afterAll(async () => {
  await Promise.all(children.map((child) => child.stdin?.end() && once(child, 'exit')))
  await database?.close()
})

async function start(options: AuthProcessOptions): Promise<Ask> {
  const env = { ...process.env, AUTH_PROCESS: JSON.stringify(options) }
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const base = `http://127.0.0.1:${line.toString().trim()}`
  return async (path, json, { token, ip = randomIp(), method = json ? 'POST' : 'GET' } = {}) => {
    const response = await fetch(base + path, {
      method,
      redirect: 'manual',
      headers: { 'x-forwarded-for': ip, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(json ? { body: JSON.stringify(json) } : {}),
    })
    const text = await response.text()
    const body = (text.startsWith('{') ? JSON.parse(text) : {}) as TestResponse['body']
    return { status: response.status, body, headers: response.headers }
  }
}

/** Returns a new client address, so that rate limits do not affect other cases. */
function randomIp(): string {
  return `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`
}

const createEmail = () => `${randomUUID()}@example.org`

/** Sends concurrent requests to both processes alternately. */
function sendToBoth(
  count: number,
  sendRequest: (process: Ask, index: number) => Promise<TestResponse>,
): Promise<TestResponse[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => sendRequest(processes[index % 2 === 0 ? 0 : 1], index)),
  )
}

const statuses = (responses: TestResponse[]) => responses.map(({ status }) => status).sort()
const countOf = (responses: TestResponse[], status: number) =>
  responses.filter((response) => response.status === status).length

async function lastMail(email: string): Promise<{ code: string; hash: string }> {
  const [mail] = await sql<
    { text: string }[]
  >`select text from auth.outbox where recipient = ${email} order by id desc limit 1`
  const link = /https?:\/\/\S+\/verify\?\S+/.exec(mail?.text ?? '')?.[0]
  const hash = link ? (new URL(link).searchParams.get('token') ?? '') : ''
  return { code: /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '', hash }
}

const refresh = (sendRequest: Ask, token: string) =>
  sendRequest('/token?grant_type=refresh_token', { refresh_token: token })

test.each([0, 1] as const)(
  'continues one session under concurrent refreshes of a token that process %i issued (auth 3.3)',
  async (origin) => {
    const { body } = await processes[origin]('/signup', {})
    const responses = await sendToBoth(16, (sendRequest) => refresh(sendRequest, body.refresh_token))
    expect(statuses(responses)).toEqual(Array.from({ length: 16 }, () => 200))
    expect(new Set(responses.map((response) => response.body.refresh_token)).size).toBe(1)
    const next = await refresh(processes[origin === 0 ? 1 : 0], responses[0]?.body.refresh_token ?? '')
    expect(next.status).toBe(200)
    expect(next.body.refresh_token).not.toBe(responses[0]?.body.refresh_token)
  },
)

test('keeps the token version of a session in whichever process refreshes it (auth 3.3)', async () => {
  for (const [own, other] of [processes, [...processes].reverse()] as [Ask, Ask][]) {
    const { body } = await own('/signup', {})
    let token = body.refresh_token
    for (const sendRequest of [other, own, other]) token = (await refresh(sendRequest, token)).body.refresh_token
    expect(token.length > 12).toBe(body.refresh_token.length > 12)
    expect(token).not.toBe(body.refresh_token)
  }
})

test('shares request limits between two processes (auth 6.7)', async () => {
  const ip = randomIp()
  const responses = await sendToBoth(50, (sendRequest) =>
    sendRequest('/verify', { type: 'email', token_hash: randomUUID() }, { ip }),
  )
  // The bucket holds 30; one more may have been added in the meantime.
  expect(countOf(responses, 403)).toBeGreaterThanOrEqual(30)
  expect(countOf(responses, 403)).toBeLessThanOrEqual(32)
  expect(countOf(responses, 429) + countOf(responses, 403)).toBe(50)
})

test('accepts a code once across two processes (auth 6.3)', async () => {
  const email = createEmail()
  await processes[0]('/signup', { email, password: PASSWORD })
  const { code, hash } = await lastMail(email)
  const responses = await sendToBoth(12, (sendRequest, index) =>
    sendRequest(
      '/verify',
      index % 3 === 0 ? { type: 'signup', token_hash: hash } : { type: 'signup', email, token: code },
    ),
  )
  expect([countOf(responses, 200), countOf(responses, 403)]).toEqual([1, 11])
})

test('counts failed attempts at a code across two processes (auth 6.3)', async () => {
  const email = createEmail()
  await processes[0]('/signup', { email, password: PASSWORD })
  const { code } = await lastMail(email)
  const wrong = code === '000000' ? '000001' : '000000'
  const responses = await sendToBoth(40, (sendRequest) =>
    sendRequest('/verify', { type: 'signup', email, token: wrong }),
  )
  expect(countOf(responses, 403)).toBeLessThanOrEqual(21)
  expect((await processes[1]('/verify', { type: 'signup', email, token: code })).status).toBe(429)
})

test('exchanges a PKCE code once across two processes (auth 7.2)', async () => {
  const email = createEmail()
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const pkce = { code_challenge: challenge, code_challenge_method: 's256' }
  await processes[0]('/signup', { email, password: PASSWORD, ...pkce })
  const { hash } = await lastMail(email)
  const followed = await processes[1](`/verify?type=signup&token=${hash}`)
  const code = new URL(followed.headers.get('location') ?? '').searchParams.get('code')
  const exchange = { auth_code: code, code_verifier: verifier }
  const responses = await sendToBoth(10, (sendRequest) => sendRequest('/token?grant_type=pkce', exchange))
  expect([countOf(responses, 200), countOf(responses, 404)]).toEqual([1, 9])
})

test('accepts the challenge of one process once in the other (auth 7.10)', async () => {
  const email = createEmail()
  await processes[0]('/signup', { email, password: PASSWORD })
  const { body } = await processes[0]('/token?grant_type=password', { email, password: PASSWORD })
  const requested = { token: body.access_token, ip: randomIp() }
  const enrolled = await processes[0]('/factors', { factor_type: 'totp' }, requested)
  const { secret } = enrolled.body.totp as { secret: string }
  const path = `/factors/${enrolled.body.id}`
  const challenge = await processes[0](`${path}/challenge`, {}, requested)
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const proof = { challenge_id: challenge.body.id, code }
  const responses = await sendToBoth(8, (sendRequest) => sendRequest(`${path}/verify`, proof, requested))
  expect(countOf(responses, 200)).toBe(1)
  expect(countOf(responses, 422)).toBe(7)
  const raised = responses.find(({ status }) => status === 200)
  expect((await refresh(processes[1], raised?.body.refresh_token ?? '')).status).toBe(200)
})

test('continues a version 2 session only with its new token after MFA (auth 7.10)', async () => {
  const email = createEmail()
  await processes[1]('/signup', { email, password: PASSWORD })
  const { body } = await processes[1]('/token?grant_type=password', { email, password: PASSWORD })
  const requested = { token: body.access_token, ip: randomIp() }
  const enrolled = await processes[1]('/factors', { factor_type: 'totp' }, requested)
  const { secret } = enrolled.body.totp as { secret: string }
  const challenge = await processes[1](`/factors/${enrolled.body.id}/challenge`, {}, requested)
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const raised = await processes[0](
    `/factors/${enrolled.body.id}/verify`,
    { challenge_id: challenge.body.id, code },
    requested,
  )
  expect(raised.headers.get('sb-auth-refresh-token-counter')).toBe('2')
  const old = await refresh(processes[0], body.refresh_token)
  expect([old.status, old.body.error_code]).toEqual([400, 'refresh_token_already_used'])
})

test('creates one account under concurrent sign-ups in two processes (auth 7.1)', async () => {
  const email = createEmail()
  const responses = await sendToBoth(10, (sendRequest) => sendRequest('/signup', { email, password: PASSWORD }))
  expect(responses.every(({ status }) => status === 200 || status === 429)).toBe(true)
  expect(await sql`select from auth.users where email = ${email}`).toHaveLength(1)
})

test('ends a session in both processes (auth 7.7)', async () => {
  const { body } = await processes[0]('/signup', {})
  expect((await processes[1]('/user', undefined, { token: body.access_token })).status).toBe(200)
  expect((await processes[0]('/logout', {}, { token: body.access_token })).status).toBe(204)
  const after = await processes[1]('/user', undefined, { token: body.access_token })
  expect([after.status, after.body.error_code]).toEqual([403, 'session_not_found'])
})

test('never mixes up the users of concurrent requests in two processes (auth 2)', async () => {
  const members = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => (await processes[index % 2 === 0 ? 0 : 1]('/signup', {})).body),
  )
  const ids = members.map(({ user }) => (user as { id: string }).id)
  const responses = await sendToBoth(80, (sendRequest, index) =>
    sendRequest('/user', undefined, { token: members[index % members.length]?.access_token ?? '' }),
  )
  expect(responses.map(({ body }) => body.id)).toEqual(responses.map((_, index) => ids[index % ids.length]))
})

test('shares the email limit between two processes (auth 6.7)', async () => {
  const [before] = await sql<{ count: number }[]>`select count(*)::int as count from auth.outbox`
  const left = MAILS_AN_HOUR - (before?.count ?? 0)
  await sql`update auth.rate_limits set tokens = 5 where limiter = 'email_sent'`
  const responses = await sendToBoth(12, (sendRequest) =>
    sendRequest('/signup', { email: createEmail(), password: PASSWORD }),
  )
  expect(left).toBeGreaterThan(5)
  expect([countOf(responses, 200), countOf(responses, 429)]).toEqual([5, 7])
})
