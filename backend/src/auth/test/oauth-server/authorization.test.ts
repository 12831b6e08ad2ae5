import { decodeJwt } from 'jose'
import * as openid from 'openid-client'
import { expect, test } from 'vitest'
import { API_URL, AUTH_URL } from '../test-api-url.ts'
import { createTestAuth, JWT_SECRET, KEYS, SITE_URL } from '../test-auth.ts'
import {
  addClient,
  addMember,
  asBearer,
  authorize,
  CALLBACK,
  createTestOauth,
  exchange,
  getCode,
  readLocation,
  requestAuthorization,
  type TestOauth,
} from './test-oauth.ts'

/** A client built on a standard library that knows only our address. */
async function discover({ auth, client }: TestOauth, algorithm: 'oidc' | 'oauth2' = 'oidc') {
  const customFetch: openid.CustomFetch = async (url, options) => {
    const path = url
      .replace(AUTH_URL, '')
      .replace(`${API_URL}/.well-known/oauth-authorization-server/auth/v1`, '/.well-known/oauth-authorization-server')
    // All requests here have form bodies.
    const body = options.body instanceof URLSearchParams ? options.body : null
    return auth.request(path, { method: options.method, headers: options.headers, body })
  }
  return openid.discovery(
    new URL(AUTH_URL),
    client.client_id,
    client.client_secret,
    openid.ClientSecretBasic(client.client_secret),
    {
      execute: [openid.allowInsecureRequests],
      algorithm,
      [openid.customFetch]: customFetch,
    },
  )
}

test('returns 404 feature_disabled when the OAuth server is disabled (auth 9.2)', async () => {
  await using auth = await createTestAuth()
  const admin = asBearer(KEYS.secretKey)
  const paths: [string, RequestInit][] = [
    ['/oauth/authorize', {}],
    ['/oauth/token', { method: 'POST' }],
    ['/oauth/userinfo', {}],
    ['/oauth/authorizations/x', {}],
    ['/oauth/clients/register', { method: 'POST', body: 'x' }],
    ['/.well-known/oauth-authorization-server', {}],
    ['/admin/oauth/clients', admin],
  ]
  for (const [path, init] of paths) {
    const response = await auth.request(path, init)
    expect([path, response.status, (await response.json()).error_code]).toEqual([path, 404, 'feature_disabled'])
  }
  const discovery = await (await auth.request('/.well-known/openid-configuration')).json()
  expect(discovery.token_endpoint).toBe(`${AUTH_URL}/token`)
})

test('offers and accepts openid only with a public key, which clients need to verify the ID token (auth 9.2)', async () => {
  const signingKey = { kty: 'oct', k: Buffer.from(JWT_SECRET).toString('base64url'), alg: 'HS256', key_ops: ['sign'] }
  await using auth = await createTestAuth({ GOTRUE_OAUTH_SERVER_ENABLED: 'true' }, { signingKey })
  const client = await addClient(auth.client({ key: KEYS.secretKey }))
  const discovery = await (await auth.request('/.well-known/openid-configuration')).json()
  expect(discovery.scopes_supported).toEqual(expect.not.arrayContaining(['openid']))
  const target = readLocation(await authorize({ auth, client }, { scope: 'openid' }))
  expect(target.searchParams.get('error')).toBe('invalid_scope')
})

test.each(['oidc', 'oauth2'] as const)(
  'signs a user in to a third-party client through %s discovery (auth 9.2)',
  async (algorithm) => {
    await using oauth = await createTestOauth()
    const { member } = oauth
    const config = await discover(oauth, algorithm)
    const verifier = openid.randomPKCECodeVerifier()
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'openid profile email offline_access',
      state: 'a state',
      nonce: 'a nonce',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const page = readLocation(await oauth.auth.request(url.href.replace(AUTH_URL, '')))
    expect(`${page.origin}${page.pathname}`).toBe(`${SITE_URL}/oauth/consent`)
    const id = page.searchParams.get('authorization_id') ?? ''
    const { data: details } = await member.auth.oauth.getAuthorizationDetails(id)
    expect(details).toEqual({
      authorization_id: id,
      redirect_uri: CALLBACK,
      client: { id: oauth.client.client_id, name: 'Walks', uri: '', logo_uri: '' },
      user: { id: expect.any(String), email: 'ada@example.org' },
      scope: 'openid profile email offline_access',
    })
    const { data: approved } = await member.auth.oauth.approveAuthorization(id)
    const tokens = await openid.authorizationCodeGrant(config, new URL(approved?.redirect_url ?? ''), {
      pkceCodeVerifier: verifier,
      expectedState: 'a state',
      expectedNonce: 'a nonce',
      idTokenExpected: true,
    })
    const { data: own } = await member.auth.getUser()
    expect(tokens.claims()).toMatchObject({ sub: own.user?.id, email: 'ada@example.org', email_verified: true })
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      client_id: oauth.client.client_id,
      scope: 'openid profile email offline_access',
      amr: [{ method: 'oauth_provider/authorization_code' }],
      aal: 'aal1',
    })
    const info = await openid.fetchUserInfo(config, tokens.access_token, own.user?.id ?? '')
    expect(info).toMatchObject({ email: 'ada@example.org', email_verified: true })
    const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token)
    expect(decodeJwt(renewed.access_token)).toMatchObject({ client_id: oauth.client.client_id })
  },
)

test('skips consent for scopes granted before and requires it for additional ones (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  await getCode(oauth, { scope: 'openid email' })
  const { data: again } = await oauth.member.auth.oauth.getAuthorizationDetails(
    await requestAuthorization(oauth, { scope: 'email' }),
  )
  const url = new URL(again && 'redirect_url' in again ? again.redirect_url : '')
  expect([url.searchParams.get('state'), url.searchParams.get('iss')]).toEqual(['the state', AUTH_URL])
  const code = url.searchParams.get('code') ?? ''
  expect((await exchange(oauth, oauth.auth.request, { code })).status).toBe(200)
  const more = await oauth.member.auth.oauth.getAuthorizationDetails(
    await requestAuthorization(oauth, { scope: 'email phone' }),
  )
  expect(more.data).toMatchObject({ scope: 'email phone' })
})

test('reports a denied consent to the client (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const id = await requestAuthorization(oauth)
  const { data } = await oauth.member.auth.oauth.denyAuthorization(id)
  const url = new URL(data?.redirect_url ?? '')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    error: 'access_denied',
    state: 'the state',
    iss: AUTH_URL,
  })
  const { error } = await oauth.member.auth.oauth.approveAuthorization(id)
  expect([error?.status, error?.code]).toEqual([404, 'oauth_authorization_not_found'])
})

test('lists and revokes grants, and ends the sessions of the client (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const { auth, member, client } = oauth
  const tokens = await (await exchange(oauth, auth.request, { code: await getCode(oauth, { scope: 'email' }) })).json()
  expect((await member.auth.oauth.listGrants()).data).toEqual([
    {
      client: { id: client.client_id, name: 'Walks', uri: '', logo_uri: '' },
      scopes: ['email'],
      granted_at: expect.any(String),
    },
  ])
  const { error } = await member.auth.oauth.revokeGrant({ clientId: client.client_id })
  expect(error).toBeNull()
  expect((await auth.request('/oauth/userinfo', asBearer(tokens.access_token))).status).toBe(403)
  expect((await member.auth.oauth.listGrants()).data).toEqual([])
  const twice = await member.auth.oauth.revokeGrant({ clientId: client.client_id })
  expect([twice.error?.status, twice.error?.code]).toEqual([404, 'oauth_consent_not_found'])
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
  expect(await (await exchange(oauth, auth.request, refresh)).json()).toMatchObject({ error: 'invalid_grant' })
})

test('shows errors about the client or its redirect URI itself, and returns others to the client (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const here: [Record<string, string>, string][] = [
    [{ client_id: '' }, 'validation_failed'],
    [{ client_id: 'nonsense' }, 'oauth_client_not_found'],
    [{ client_id: '6b1a9f0e-6a5e-4a7e-9b1d-3d0d0b8f7a11' }, 'oauth_client_not_found'],
    [{ redirect_uri: '' }, 'validation_failed'],
  ]
  for (const [fields, code] of here) {
    const response = await authorize(oauth, fields)
    expect([fields, response.status, (await response.json()).error_code]).toEqual([fields, 400, code])
  }
  const back: [Record<string, string>, string][] = [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    [{ code_challenge_method: 'S512' }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ scope: 'openid admin' }, 'invalid_scope'],
    [{ state: 's'.repeat(4_097) }, 'invalid_request'],
    [{ prompt: 'none' }, 'interaction_required'],
  ]
  for (const [fields, error] of back) {
    const response = await authorize(oauth, fields)
    const url = readLocation(response)
    expect([fields, response.status, `${url.origin}${url.pathname}`]).toEqual([fields, 302, CALLBACK])
    expect([fields, url.searchParams.get('error'), url.searchParams.get('iss')]).toEqual([fields, error, AUTH_URL])
  }
  const { data } = await oauth.member.auth.oauth.getAuthorizationDetails(await requestAuthorization(oauth))
  expect(data).toMatchObject({ scope: 'email' })
})

test('limits userinfo to the granted scopes (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const { auth, member } = oauth
  await member.auth.updateUser({ data: { full_name: 'Ada', avatar_url: 'https://example.org/a.png' } })
  const sendRequest = async (scope: string) => {
    const tokens = await (await exchange(oauth, auth.request, { code: await getCode(oauth, { scope }) })).json()
    const response = await auth.request('/oauth/userinfo', asBearer(tokens.access_token))
    return [Object.keys(await response.json()), 'id_token' in tokens]
  }
  expect(await sendRequest('offline_access')).toEqual([['sub'], false])
  expect(await sendRequest('email')).toEqual([['sub', 'email', 'email_verified'], false])
  expect(await sendRequest('openid profile')).toEqual([['sub', 'name', 'picture', 'updated_at'], true])
  const { data } = await member.auth.getSession()
  const own = await auth.request('/oauth/userinfo', asBearer(data.session?.access_token ?? ''))
  expect(await own.json()).toMatchObject({ email: 'ada@example.org', name: 'Ada' })
  expect((await auth.request('/oauth/userinfo')).status).toBe(401)
})

test('hides a request from other users, and once it is answered or has expired (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const bob = await addMember(oauth.auth, 'bob@example.org')
  const id = await requestAuthorization(oauth)
  await oauth.member.auth.oauth.getAuthorizationDetails(id)
  for (const { error } of [
    await bob.auth.oauth.getAuthorizationDetails(id),
    await bob.auth.oauth.approveAuthorization(id),
    await bob.auth.oauth.denyAuthorization(id),
    await bob.auth.oauth.getAuthorizationDetails('nonsense'),
  ]) {
    expect([error?.status, error?.code]).toEqual([404, 'oauth_authorization_not_found'])
  }
  expect((await oauth.auth.request(`/oauth/authorizations/${id}`)).status).toBe(401)
  oauth.auth.wait(10 * 60_000 + 1)
  const { error } = await oauth.member.auth.oauth.approveAuthorization(id)
  expect(error?.code).toBe('oauth_authorization_not_found')
})
