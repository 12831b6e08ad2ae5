import { expect, test } from 'vitest'
import {
  addClient,
  asBearer,
  authorize,
  CALLBACK,
  CHALLENGE,
  createTestOauth,
  exchange,
  getCode,
  readGrantError,
  requestAuthorization,
  VERIFIER,
} from './test-oauth.ts'

test('ends the session of a code that is used twice (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const { auth } = oauth
  const code = await getCode(oauth)
  const tokens = await (await exchange(oauth, auth.request, { code })).json()
  expect((await auth.request('/user', asBearer(tokens.access_token))).status).toBe(200)
  expect(await readGrantError(await exchange(oauth, auth.request, { code }))).toEqual([400, 'invalid_grant'])
  expect((await auth.request('/user', asBearer(tokens.access_token))).status).toBe(403)
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
  expect(await readGrantError(await exchange(oauth, auth.request, refresh))).toEqual([400, 'invalid_grant'])
})

test('exchanges a code at most once under concurrent requests to two processes (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const other = oauth.auth.secondProcess()
  const code = await getCode(oauth)
  const responses = await Promise.all(
    [oauth.auth.request, other, oauth.auth.request, other].map((request) => exchange(oauth, request, { code })),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  // The second request may be that of a thief, so the session of the first ends too.
  const [row] = await oauth.auth.sql`select count(*)::int as count from auth.sessions where oauth_client_id is not null`
  expect(row?.count).toBe(0)
})

test('issues one code under two concurrent consents (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const id = await requestAuthorization(oauth)
  const { data } = await oauth.member.auth.getSession()
  const bearer = asBearer(data.session?.access_token ?? '')
  const other = oauth.auth.secondProcess()
  const responses = await Promise.all(
    [oauth.auth.request, other, other].map((request) =>
      request(`/oauth/authorizations/${id}/consent`, { ...bearer, json: { action: 'approve' } }),
    ),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404])
})

test('rejects a code that belongs to another client, comes with another verifier or redirect URI, or has expired (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const { auth, operator } = oauth
  const code = await getCode(oauth)
  const other = await addClient(operator)
  const wrong = [
    exchange({ client: other }, auth.request, { code }),
    exchange(oauth, auth.request, { code, code_verifier: `${VERIFIER}x` }),
    exchange(oauth, auth.request, { code, code_verifier: CHALLENGE }),
    exchange(oauth, auth.request, { code, code_verifier: undefined }),
    exchange(oauth, auth.request, { code, redirect_uri: `${CALLBACK}/` }),
    exchange(oauth, auth.request, { code: 'nonsense' }),
    exchange(oauth, auth.request, { code: undefined }),
  ]
  for (const response of await Promise.all(wrong))
    expect(await readGrantError(response)).toEqual([400, 'invalid_grant'])
  auth.wait(10 * 60_000 + 1)
  expect(await readGrantError(await exchange(oauth, auth.request, { code }))).toEqual([400, 'invalid_grant'])
})

test('rejects a missing or weakened PKCE verifier (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const code = await getCode(oauth)
  // A request with S256 is not satisfied by the challenge itself, as it would be with `plain`.
  const plain = await exchange(oauth, oauth.auth.request, {
    code,
    code_verifier: CHALLENGE,
    code_challenge_method: 'plain',
  })
  expect(await readGrantError(plain)).toEqual([400, 'invalid_grant'])
  const without = await authorize(oauth, { code_challenge: '', code_challenge_method: '' })
  expect(without.headers.get('location')).toMatch(/error=invalid_request/)
})

test('rejects the code of a user who was banned or revoked the consent (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const { auth, member, operator, client } = oauth
  const revoked = await getCode(oauth)
  await member.auth.oauth.revokeGrant({ clientId: client.client_id })
  expect(await readGrantError(await exchange(oauth, auth.request, { code: revoked }))).toEqual([400, 'invalid_grant'])
  const banned = await getCode(oauth)
  const { data } = await member.auth.getUser()
  await operator.auth.admin.updateUserById(data.user?.id ?? '', { ban_duration: '24h' })
  expect(await readGrantError(await exchange(oauth, auth.request, { code: banned }))).toEqual([400, 'invalid_grant'])
})

test.each([
  ['asks', 'a private scheme', 'com.example.app:/callback', 'none', true],
  ['asks', 'a loopback address', 'http://127.0.0.1:8123/callback', 'none', true],
  ['does not ask', 'https', CALLBACK, 'none', false],
  ['does not ask', 'a loopback address and a secret', 'http://127.0.0.1:8123/callback', 'client_secret_basic', false],
])('%s again for the consent to an app with %s (auth 9.2)', async (_asks, _with, redirectUri, method, isAsked) => {
  await using oauth = await createTestOauth()
  const fields = { redirect_uris: [redirectUri], token_endpoint_auth_method: method }
  const client = await addClient(oauth.operator, fields)
  const request = { redirect_uri: redirectUri, scope: 'email' }
  await getCode({ ...oauth, client }, request)
  const id = await requestAuthorization({ ...oauth, client }, request)
  const { data } = await oauth.member.auth.oauth.getAuthorizationDetails(id)
  expect([data && 'redirect_url' in data, data && 'authorization_id' in data]).toEqual([!isAsked, isAsked])
})
