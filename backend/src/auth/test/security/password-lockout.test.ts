import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { createTestAuth, PASSWORD, type TestAuth } from '../test-auth.ts'

const EMAIL = 'ada@example.org'
const WRONG = 'wrong one 1'
const STRANGER_NETWORKS = 200
const ATTEMPTS_PER_NETWORK = 5
const FAST = { GOTRUE_SECURITY_CAPTCHA_ALTCHA_COST: '1' }

interface Attempt {
  address: string
  password: string
  email?: string
  cookie?: string
  proof?: string
}

function signIn(auth: TestAuth, { address, password, email = EMAIL, cookie, proof }: Attempt): Promise<Response> {
  const headers = { 'x-forwarded-for': address, ...(cookie === undefined ? {} : { cookie }) }
  const security = proof === undefined ? {} : { gotrue_meta_security: { captcha_token: proof } }
  return auth.request('/token?grant_type=password', { json: { email, password, ...security }, headers })
}

/** Sends wrong passwords from 200 networks, and returns the statuses, with 0 for those that lack a proof of work. */
async function attack(auth: TestAuth, third: number, { rounds = 1, email = EMAIL } = {}): Promise<number[]> {
  const statuses: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const responses = await Promise.all(
      Array.from({ length: STRANGER_NETWORKS }, (_, index) =>
        signIn(auth, { address: `203.${third}.113.${index}`, password: WRONG, email }),
      ),
    )
    for (const response of responses)
      statuses.push(
        ((await response.json()) as { error_code: string }).error_code === 'captcha_failed' ? 0 : response.status,
      )
  }
  return statuses
}

async function solve(auth: TestAuth): Promise<string> {
  const challenge = (await (await auth.request('/captcha')).json()) as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

function getCookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

test('lets the owner sign in from a known network during 1,000 wrong passwords of a stranger (auth 6.5)', async () => {
  await using auth = await createTestAuth(FAST)
  await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  expect((await signIn(auth, { address: '2001:db8:1:2::1', password: PASSWORD })).status).toBe(200)
  await auth.sql`delete from auth.sessions`
  const statuses = await attack(auth, 0, { rounds: ATTEMPTS_PER_NETWORK })
  // A few more than a hundred, because the count refills while the attack runs.
  const checked = statuses.filter((status) => status === 400).length
  expect(checked).toBeGreaterThanOrEqual(100)
  expect(checked).toBeLessThan(110)
  expect(statuses.filter((status) => status === 0)).toHaveLength(statuses.length - checked)
  expect((await signIn(auth, { address: '2001:db8:1:2:ffff::9', password: PASSWORD })).status).toBe(200)
  // The sign-in has reset the count, so the stranger has another hundred attempts at most.
  expect((await attack(auth, 9)).filter((status) => status === 400).length).toBeLessThan(110)
})

test('requires a proof of work from unknown devices during an attack, and accepts it once (auth 6.5)', async () => {
  await using auth = await createTestAuth(FAST)
  await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  await attack(auth, 0)
  const address = '203.0.114.1'
  const rejected = await signIn(auth, { address, password: PASSWORD })
  expect(rejected.status).toBe(400)
  expect(await rejected.json()).toMatchObject({
    error_code: 'captcha_failed',
    msg: 'captcha protection: request disallowed (too many failed passwords, no captcha_token found)',
  })
  const proof = await solve(auth)
  expect((await signIn(auth, { address, password: WRONG, proof })).status).toBe(400)
  const again = await signIn(auth, { address, password: PASSWORD, proof })
  expect(await again.json()).toMatchObject({ error_code: 'captcha_failed' })
  expect((await signIn(auth, { address, password: PASSWORD, proof: await solve(auth) })).status).toBe(200)
})

test('requires the proof of work for unknown accounts as well (auth 6.5)', async () => {
  await using auth = await createTestAuth(FAST)
  const email = 'no-one@example.org'
  await attack(auth, 0, { email })
  const rejected = await signIn(auth, { address: '203.0.114.1', password: PASSWORD, email })
  expect(await rejected.json()).toMatchObject({ error_code: 'captcha_failed' })
  const checked = await signIn(auth, { address: '203.0.114.1', password: PASSWORD, email, proof: await solve(auth) })
  expect(await checked.json()).toMatchObject({ error_code: 'invalid_credentials' })
})

test('serves a device that has signed in before while its own network is locked out (auth 6.5)', async () => {
  await using auth = await createTestAuth(FAST)
  await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  const address = '192.0.2.7'
  const first = await signIn(auth, { address, password: PASSWORD })
  const cookie = getCookieOf(first)
  expect(first.headers.get('set-cookie')).toMatch(
    /^hereabouts-device-[\w-]{16}=.*Path=\/auth\/; HttpOnly; SameSite=Lax/,
  )
  for (let attempt = 0; attempt < 20; attempt += 1) await signIn(auth, { address, password: WRONG })
  expect((await signIn(auth, { address, password: PASSWORD })).status).toBe(429)
  expect((await signIn(auth, { address, password: PASSWORD, cookie })).status).toBe(200)
})

test('limits the failed passwords of a known device too (auth 6.5)', async () => {
  await using auth = await createTestAuth(FAST)
  await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  const address = '192.0.2.7'
  const cookie = getCookieOf(await signIn(auth, { address, password: PASSWORD }))
  const statuses: number[] = []
  for (let attempt = 0; attempt < 42; attempt += 1)
    statuses.push((await signIn(auth, { address, password: WRONG, cookie })).status)
  expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(41)
  expect(statuses.at(-1)).toBe(429)
})

test('ignores a device cookie that is forged or belongs to another account (auth 6.5)', async () => {
  await using auth = await createTestAuth(FAST)
  const other = 'bea@example.org'
  for (const email of [EMAIL, other]) await auth.client().auth.signUp({ email, password: PASSWORD })
  const address = '192.0.2.7'
  const [name = '', value = ''] = getCookieOf(await signIn(auth, { address, password: PASSWORD })).split('=')
  const [otherName = ''] = getCookieOf(await signIn(auth, { address, password: PASSWORD, email: other })).split('=')
  const attempts = [
    { email: other, cookie: `${otherName}=${value}` },
    { email: EMAIL, cookie: `${name}=${value.split('.')[0]}.AAAA` },
    { email: EMAIL, cookie: `${name}=` },
  ]
  for (let attempt = 0; attempt < 20; attempt += 1)
    for (const email of [EMAIL, other]) await signIn(auth, { address, password: WRONG, email })
  for (const { email, cookie } of attempts)
    expect((await signIn(auth, { address, password: PASSWORD, email, cookie })).status).toBe(429)
})

test('keeps the cookies of at most ten accounts on one device (auth 6.5)', async () => {
  await using auth = await createTestAuth(FAST)
  const cookie = Array.from(
    { length: 12 },
    (_, index) => `hereabouts-device-${String(index).padStart(16, '0')}=x.y`,
  ).join('; ')
  await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  const lines = (await signIn(auth, { address: '192.0.2.7', password: PASSWORD, cookie })).headers.getSetCookie()
  expect(lines.filter((line) => line.includes('Max-Age=0'))).toHaveLength(3)
})
