import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { withPasskey } from '../passkeys/test-passkey.ts'
import { createTestAuth, KEYS, PASSWORD } from '../test-auth.ts'
import { openSession, readError, sendRequest } from '../test-http.ts'

const EMAIL = 'ada@example.org'
const VERSION = { 'x-supabase-api-version': '2024-01-01' }

test('returns 204 without a body when a passkey, a client or a grant is deleted (auth 1)', async () => {
  await using auth = await createTestAuth({ GOTRUE_PASSKEY_ENABLED: 'true', GOTRUE_OAUTH_SERVER_ENABLED: 'true' })
  const { client, passkey } = await withPasskey(auth)
  const { passkey: other } = await withPasskey(auth, 'bob@example.org')
  const { data } = await client.auth.getSession()
  const token = data.session?.access_token ?? ''
  const [bob] = await auth.sql<{ id: string }[]>`select id from auth.users where email = 'bob@example.org'`
  const json = { client_name: 'Maps', redirect_uris: ['https://app.example/cb'] }
  const { body: oauthClient } = await sendRequest(auth, 'POST', '/admin/oauth/clients', { json, token: KEYS.secretKey })
  await auth.sql`
    insert into auth.oauth_consents (id, user_id, client_id, scopes, granted_at)
    values (${randomUUID()}, ${data.session?.user.id ?? ''}, ${String(oauthClient.client_id)}, 'email', now())`
  for (const [path, by] of [
    [`/passkeys/${passkey.id}`, token],
    [`/admin/users/${bob?.id}/passkeys/${other.id}`, KEYS.secretKey],
    [`/user/oauth/grants?client_id=${oauthClient.client_id}`, token],
    [`/admin/oauth/clients/${oauthClient.client_id}`, KEYS.secretKey],
  ] as const) {
    const { status, text } = await sendRequest(auth, 'DELETE', path, { token: by })
    expect([path, status, text]).toEqual([path, 204, ''])
  }
})

test('exposes count, links and version to pages, and returns 204 for preflight requests (auth 1)', async () => {
  await using auth = await createTestAuth()
  const headers = { origin: 'https://elsewhere.test', 'access-control-request-method': 'DELETE' }
  expect((await sendRequest(auth, 'OPTIONS', '/admin/users/x', { headers })).status).toBe(204)
  const shown = await sendRequest(auth, 'GET', '/settings', { headers })
  expect(shown.headers.get('access-control-expose-headers')?.split(',')).toEqual([
    'X-Total-Count',
    'Link',
    'X-Supabase-Api-Version',
  ])
})

test('uses the address of the socket when no header names the client (auth 1)', async () => {
  await using auth = await createTestAuth()
  const body = JSON.stringify({ email: EMAIL, password: PASSWORD })
  const socket = { remoteAddress: '::ffff:198.51.100.7' }
  await auth.fetch(new Request('http://api.test/signup', { method: 'POST', body }), { incoming: { socket } })
  expect(await auth.sql`select host(ip) as ip from auth.sessions`).toEqual([{ ip: '198.51.100.7' }])
})

test('returns 400 for OAuth-style errors in every version (auth 1.1)', async () => {
  await using auth = await createTestAuth()
  for (const headers of [{}, VERSION]) {
    const response = await sendRequest(auth, 'POST', '/token?grant_type=id_token', { json: {}, headers })
    expect([response.status, response.body]).toEqual([
      400,
      { error: 'invalid request', error_description: 'id_token required' },
    ])
  }
})

test('sends the error code in a header, even for weak passwords (auth 1.1)', async () => {
  await using auth = await createTestAuth()
  for (const headers of [{}, VERSION]) {
    const weak = await sendRequest(auth, 'POST', '/signup', { json: { email: EMAIL, password: 'x' }, headers })
    expect(weak.headers.get('x-sb-error-code')).toBe('weak_password')
    const anonymous = await sendRequest(auth, 'GET', '/user', { headers })
    expect(anonymous.headers.get('x-sb-error-code')).toBe('no_authorization')
  }
})

test('rejects each kind of invalid token with its status, code and message (auth 2)', async () => {
  await using auth = await createTestAuth({ GOTRUE_JWT_ADMIN_ROLES: 'warden' })
  const { access_token: own, user } = await openSession(auth, EMAIL)
  const sign = (claims: object) => auth.tokens.sign({ role: 'authenticated', ...claims })
  const problem = async (token?: string, path = '/user') =>
    readError(await sendRequest(auth, 'GET', path, token === undefined ? {} : { token }))
  expect(await problem()).toEqual([401, 'no_authorization', 'This endpoint requires a valid Bearer token'])
  const unsigned = [403, 'bad_jwt', expect.stringMatching(/^invalid JWT: unable to parse or verify signature, /)]
  expect(await problem('a.b.c')).toEqual(unsigned)
  expect(await problem(await sign({}))).toEqual([403, 'bad_jwt', 'invalid claim: missing sub claim'])
  expect(await problem(await sign({ sub: '7' }))).toEqual([400, 'bad_jwt', expect.stringContaining('UUID')])
  const anonymous = [403, 'user_not_found', 'User from sub claim in JWT does not exist']
  expect(await problem(await sign({ sub: randomUUID() }))).toEqual(anonymous)
  const elsewhere = await sign({ sub: user.id, session_id: randomUUID() })
  const ended = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist']
  expect(await problem(elsewhere)).toEqual(ended)
  const notAdmin = [403, 'not_admin', 'User not allowed']
  expect(await problem(own, '/admin/users')).toEqual(notAdmin)
  expect(await problem(await auth.tokens.sign({ role: 'service_role' }), '/admin/users')).toEqual(notAdmin)
  expect((await sendRequest(auth, 'GET', '/admin/users', { token: await sign({ role: 'warden' }) })).status).toBe(200)
  await auth.sql`update auth.users set banned_until = now() + interval '1 hour'`
  expect(await problem(own)).toEqual([403, 'user_banned', 'User is banned'])
})
