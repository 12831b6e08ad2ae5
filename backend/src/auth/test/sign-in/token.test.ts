import { expect, test } from 'vitest'
import { createTestAuth, PASSWORD, type TestAuth } from '../test-auth.ts'

const EMAIL = 'ada@example.org'

function postForm(auth: TestAuth, fields: Record<string, string>, path = '/token'): Promise<Response> {
  return auth.request(path, { method: 'POST', body: new URLSearchParams(fields) })
}

test('accepts the grant and its fields as a form (auth 7.2)', async () => {
  await using auth = await createTestAuth()
  await auth.client().auth.signUp({ email: EMAIL, password: PASSWORD })
  const signedIn = await postForm(auth, { grant_type: 'password', email: EMAIL, password: PASSWORD })
  expect(signedIn.status).toBe(200)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const asJson = await auth.request('/token?grant_type=password', {
    json: { email: EMAIL, password: PASSWORD },
    headers,
  })
  expect(asJson.status).toBe(200)
  const { refresh_token } = (await signedIn.json()) as { refresh_token: string }
  expect((await postForm(auth, { refresh_token }, '/token?grant_type=refresh_token')).status).toBe(200)
})

test.each([
  [{}, 'invalid_credentials', 'unsupported_grant_type'],
  [{ grant_type: 'implicit' }, 'invalid_credentials', 'unsupported_grant_type'],
  [{ grant_type: 'password' }, 'validation_failed', 'missing email or phone'],
  [{ grant_type: 'pkce', auth_code: 'x' }, 'validation_failed', /non-empty/],
  [{ grant_type: 'refresh_token' }, 'validation_failed', 'Refresh token is not valid'],
  [{ grant_type: 'password', email: `${EMAIL}\0`, password: 'x' }, 'bad_json', /NUL character/],
])('rejects the form %j like the same JSON (auth 7.2)', async (fields, code, message) => {
  await using auth = await createTestAuth()
  const response = await postForm(auth, fields)
  const body = (await response.json()) as { error_code: string; msg: string }
  expect([response.status, body.error_code]).toEqual([400, code])
  expect(body.msg).toMatch(message)
})

test('requires a captcha for the password grant in a form-encoded body (auth 6.8)', async () => {
  await using auth = await createTestAuth({ GOTRUE_SECURITY_CAPTCHA_ENABLED: 'true' })
  const response = await postForm(auth, { grant_type: 'password', email: EMAIL, password: PASSWORD })
  expect([response.status, await response.json()]).toMatchObject([400, { error_code: 'captcha_failed' }])
})
