import { expect, test } from 'vitest'
import { createTestAuth, KEYS, PASSWORD, type TestAuth } from '../test-auth.ts'
import { bearer } from '../test-http.ts'

const EMAIL = 'ada@example.org'
const DAY_MS = 24 * 3_600_000

async function createAuthWithMail(): Promise<TestAuth> {
  const auth = await createTestAuth()
  await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  await auth.request('/recover', { json: { email: EMAIL } })
  return auth
}

async function createLink(auth: TestAuth): Promise<string> {
  const response = await auth.request('/admin/outbox/links', { method: 'POST', headers: bearer(KEYS.secretKey) })
  const { url } = (await response.json()) as { url: string }
  return url.slice(url.indexOf('/outbox'))
}

test('opens the outbox once with a link, and then with the cookie of that browser', async () => {
  await using auth = await createAuthWithMail()
  const link = await createLink(auth)
  const shown = await auth.request(link)
  expect(shown.status).toBe(200)
  expect(await shown.text()).toContain('<a href="http://api.test:3000/auth/v1/verify?')
  const cookie = shown.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^outbox-key=[\w-]{43}; .*Path=\/auth\/v1\/outbox; HttpOnly; SameSite=Strict$/)
  expect((await auth.request(link)).status).toBe(403)
  const back = await auth.request(link, { headers: { cookie: cookie.split(';')[0] ?? '' } })
  expect([back.status, back.headers.get('cache-control')]).toEqual([200, 'no-store'])
  auth.wait(DAY_MS)
  expect((await auth.request('/outbox', { headers: { cookie: cookie.split(';')[0] ?? '' } })).status).toBe(403)
})

test('denies everyone else access to the outbox: from the same machine, through a proxy or by CORS', async () => {
  await using auth = await createAuthWithMail()
  const expired = await createLink(auth)
  auth.wait(DAY_MS)
  const origin = 'http://evil.test'
  const loopback = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  const responses = [
    await auth.fetch(new Request('http://localhost:3000/outbox'), loopback),
    await auth.request('/outbox', { headers: { origin } }),
    await auth.request('/outbox', { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } }),
    await auth.request('/outbox?key='),
    await auth.request('/outbox', { headers: { cookie: 'outbox-key=x' } }),
    await auth.request(expired),
  ]
  expect(responses.map(({ status }) => status)).toEqual([403, 403, 404, 403, 403, 403])
  for (const response of responses) {
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(await response.text()).not.toContain(EMAIL)
  }
})

test('lists the outbox and creates links only for the operator', async () => {
  await using auth = await createAuthWithMail()
  const listed = await auth.request('/admin/outbox', { headers: bearer(KEYS.secretKey) })
  expect(await listed.json()).toMatchObject([{ recipient: EMAIL, subject: 'Reset your password' }])
  expect((await auth.request('/admin/outbox')).status).toBe(401)
  expect((await auth.request('/admin/outbox/links', { method: 'POST' })).status).toBe(401)
})
