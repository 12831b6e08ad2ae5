import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { API_URL } from '../test-api-url.ts'
import { createTestAuth, KEYS, PASSWORD, SITE_URL, type TestAuth } from '../test-auth.ts'
import { send } from './send.ts'

const EMAIL = 'ada@example.org'
const operator = { apikey: KEYS.secretKey, authorization: `Bearer ${KEYS.secretKey}` }

const signUp = async (auth: TestAuth, email = EMAIL) =>
  (await send(auth, 'POST', '/signup', { email, password: PASSWORD })).body

test('serves health and discovery (auth 7.12)', async () => {
  await using auth = await createTestAuth()
  expect(JSON.parse((await send(auth, 'GET', '/health')).text)).toMatchObject({
    name: 'GoTrue',
    version: expect.any(String),
  })
  expect(JSON.parse((await send(auth, 'GET', '/.well-known/openid-configuration')).text)).toMatchObject({
    issuer: `${API_URL}/auth/v1`,
    jwks_uri: `${API_URL}/auth/v1/.well-known/jwks.json`,
  })
})

test.each<[string, string, object | undefined, number, string]>([
  ['GET', '/admin/users?page=-1', undefined, 400, 'validation_failed'],
  ['GET', '/admin/users?per_page=x', undefined, 400, 'validation_failed'],
  ['GET', '/admin/users?sort=email%20asc', undefined, 400, 'validation_failed'],
  ['GET', '/admin/audit?query=secret:x', undefined, 400, 'validation_failed'],
  ['POST', '/admin/users', {}, 400, 'validation_failed'],
  ['POST', '/admin/users', { email: EMAIL }, 422, 'email_exists'],
  ['POST', '/admin/users', { email: 'a@b.test', password: 'x', password_hash: 'y' }, 400, 'validation_failed'],
  ['POST', '/admin/users', { email: 'a@b.test', id: 'x' }, 400, 'validation_failed'],
  ['GET', '/admin/users/x', undefined, 404, 'validation_failed'],
  ['GET', `/admin/users/${randomUUID()}`, undefined, 404, 'user_not_found'],
  ['PUT', `/admin/users/${randomUUID()}`, {}, 404, 'user_not_found'],
  ['DELETE', `/admin/users/${randomUUID()}`, {}, 404, 'user_not_found'],
  ['POST', '/invite', { email: EMAIL }, 422, 'email_exists'],
  ['POST', '/admin/generate_link', { type: 'recovery', email: 'eve@a.test' }, 404, 'user_not_found'],
  ['POST', '/admin/generate_link', { type: 'signup', email: EMAIL }, 422, 'email_exists'],
  ['POST', '/admin/generate_link', { type: 'signup', email: 'eve@a.test' }, 400, 'validation_failed'],
  ['POST', '/admin/generate_link', { type: 'invite', email: EMAIL }, 422, 'email_exists'],
  [
    'POST',
    '/admin/generate_link',
    { type: 'email_change_new', email: 'eve@a.test', new_email: 'x@a.test' },
    404,
    'user_not_found',
  ],
  [
    'POST',
    '/admin/generate_link',
    { type: 'email_change_new', email: EMAIL, new_email: 'bob@a.test' },
    422,
    'email_exists',
  ],
  ['POST', '/admin/generate_link', { type: 'smoke', email: EMAIL }, 400, 'validation_failed'],
])('responds to %s %s %j with %i (auth 8)', async (method, path, json, status, code) => {
  await using auth = await createTestAuth()
  await signUp(auth)
  await signUp(auth, 'bob@a.test')
  const response = await send(auth, method, path, json, operator)
  expect([response.status, response.body.error_code]).toEqual([status, code])
})

test('generates email_change_current links only in secure mode, and both types work (auth 8)', async () => {
  await using auth = await createTestAuth({ GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'false' })
  await signUp(auth)
  const link = (type: string) =>
    send(
      auth,
      'POST',
      '/admin/generate_link',
      { type, email: EMAIL, new_email: 'new@a.test', redirect_to: `${SITE_URL}/in` },
      operator,
    )
  expect((await link('email_change_current')).status).toBe(400)
  const made = JSON.parse((await link('email_change_new')).text) as Record<string, string>
  expect(made).toMatchObject({
    verification_type: 'email_change_new',
    redirect_to: `${SITE_URL}/in`,
    new_email: 'new@a.test',
  })
  expect(made.hashed_token).toBe(createHash('sha224').update(`new@a.test${made.email_otp}`).digest('hex'))
  const { search } = new URL(made.action_link ?? '')
  expect((await auth.request(`/verify${search}`)).headers.get('location')).toContain(`${SITE_URL}/in#access_token=`)
  expect(await auth.mails('new@a.test')).toEqual([])
})

test('links to the next and the last page in the Link header (auth 8)', async () => {
  await using auth = await createTestAuth()
  for (const name of ['a', 'b', 'c']) await signUp(auth, `${name}@a.test`)
  const first = await send(auth, 'GET', '/admin/users?page=1&per_page=2', undefined, operator)
  expect(first.headers.get('x-total-count')).toBe('3')
  expect(first.headers.get('link')).toBe(
    '</admin/users?page=2&per_page=2>; rel="next", </admin/users?page=2&per_page=2>; rel="last"',
  )
  const last = await send(auth, 'GET', '/admin/users?page=2&per_page=2', undefined, operator)
  expect(last.headers.get('link')).toBe('</admin/users?page=2&per_page=2>; rel="last"')
})
