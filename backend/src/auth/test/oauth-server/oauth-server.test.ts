import { decodeJwt } from 'jose'
import * as openid from 'openid-client'
import { expect, test } from 'vitest'
import { API_URL } from '../test-api-url.ts'
import { createTestAuth, KEYS, SITE_URL } from '../test-auth.ts'
import {
  addClient,
  addMember,
  asBearer,
  authorize,
  begin,
  CALLBACK,
  createTestOauth,
  exchange,
  getCode,
  readLocation,
  type TestOauth,
} from './test-oauth.ts'

const ISSUER = `${API_URL}/auth/v1`

/** A client built on a standard library that knows only our address. */
async function discover({ auth, client }: TestOauth, algorithm: 'oidc' | 'oauth2' = 'oidc') {
  const customFetch: openid.CustomFetch = async (url, options) => {
    const path = url
      .replace(ISSUER, '')
      .replace(`${API_URL}/.well-known/oauth-authorization-server/auth/v1`, '/.well-known/oauth-authorization-server')
    // All requests here have form bodies.
    const body = options.body instanceof URLSearchParams ? options.body : null
    return auth.request(path, { method: options.method, headers: options.headers, body })
  }
  return openid.discovery(
    new URL(ISSUER),
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

test('answers 404 feature_disabled when the OAuth server is disabled (auth 9.2)', async () => {
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
    const answer = await auth.request(path, init)
    expect([path, answer.status, (await answer.json()).error_code]).toEqual([path, 404, 'feature_disabled'])
  }
  const discovery = await (await auth.request('/.well-known/openid-configuration')).json()
  expect(discovery.token_endpoint).toBe(`${ISSUER}/token`)
})

test.each(['oidc', 'oauth2'] as const)(
  'signs a user in to a third-party client by %s discovery (auth 9.2)',
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
    const page = readLocation(await oauth.auth.request(url.href.replace(ISSUER, '')))
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

test('skips consent for scopes granted before and asks for additional ones (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  await getCode(oauth, { scope: 'openid email' })
  const { data: again } = await oauth.member.auth.oauth.getAuthorizationDetails(await begin(oauth, { scope: 'email' }))
  const url = new URL(again && 'redirect_url' in again ? again.redirect_url : '')
  expect([url.searchParams.get('state'), url.searchParams.get('iss')]).toEqual(['the state', ISSUER])
  const code = url.searchParams.get('code') ?? ''
  expect((await exchange(oauth, oauth.auth.request, { code })).status).toBe(200)
  const more = await oauth.member.auth.oauth.getAuthorizationDetails(await begin(oauth, { scope: 'email phone' }))
  expect(more.data).toMatchObject({ scope: 'email phone' })
})

test('reports a denied consent to the client (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const id = await begin(oauth)
  const { data } = await oauth.member.auth.oauth.denyAuthorization(id)
  const url = new URL(data?.redirect_url ?? '')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    error: 'access_denied',
    state: 'the state',
    iss: ISSUER,
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

test('manages clients by the official client (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const { oauth: admin } = oauth.operator.auth.admin
  const { data: created } = await admin.createClient({ client_name: 'Maps', redirect_uris: [CALLBACK] })
  expect(created).toEqual({
    client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    client_secret: expect.stringMatching(/^[\w-]{43}$/),
    client_type: 'confidential',
    redirect_uris: [CALLBACK],
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    client_name: 'Maps',
    registration_type: 'manual',
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  const id = created?.client_id ?? ''
  const { data: listed } = await admin.listClients({ page: 1, perPage: 1 })
  expect(listed).toMatchObject({ clients: [{ client_id: id }], total: 2, nextPage: 2, lastPage: 2 })
  const { data: read } = await admin.getClient(id)
  expect(read).not.toHaveProperty('client_secret')
  const { data: changed } = await admin.updateClient(id, {
    client_name: 'Charts',
    logo_uri: 'https://app.example/logo.png',
  })
  expect(changed).toMatchObject({
    client_name: 'Charts',
    logo_uri: 'https://app.example/logo.png',
    redirect_uris: [CALLBACK],
  })
  const { data: fresh } = await admin.regenerateClientSecret(id)
  expect(fresh?.client_secret).toMatch(/^[\w-]{43}$/)
  expect(fresh?.client_secret).not.toBe(created?.client_secret)
  const [row] = await oauth.auth.sql`select client_secret_hash from auth.oauth_clients where id = ${id}`
  expect(row?.client_secret_hash).toMatch(/^[0-9a-f]{64}$/)
  expect((await admin.deleteClient(id)).error).toBeNull()
  const [deleted] = await oauth.auth.sql`select deleted_at from auth.oauth_clients where id = ${id}`
  expect(deleted?.deleted_at).toBeInstanceOf(Date)
  const { error } = await admin.getClient(id)
  expect([error?.status, error?.code]).toEqual([404, 'oauth_client_not_found'])
})

test('names the invalid field of a client (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const many = Array.from({ length: 11 }, (_, number) => `https://app.example/${number}`)
  const uris = [
    'http://app.example/cb',
    'https://app.example/cb#x',
    'javascript:alert(1)',
    'data:text/html,x',
    '/cb',
    'https://u:p@app.example/',
    'https:app.example',
    'https://app.example/\\evil',
    'https://app.example/a,https://evil.example',
    `https://app.example/${'a'.repeat(2_048)}`,
  ]
  const rows: [object, string][] = [
    [{}, 'redirect_uris'],
    [{ redirect_uris: [] }, 'redirect_uris'],
    [{ redirect_uris: many }, 'redirect_uris'],
    ...uris.map((uri): [object, string] => [{ redirect_uris: [uri] }, 'redirect_uris']),
    [{ redirect_uris: [CALLBACK], client_name: 'x'.repeat(1_025) }, 'client_name'],
    [{ redirect_uris: [CALLBACK], client_uri: 'javascript:alert(1)' }, 'client_uri'],
    [{ redirect_uris: [CALLBACK], logo_uri: 'data:image/svg+xml,x' }, 'logo_uri'],
    [{ redirect_uris: [CALLBACK], grant_types: ['password'] }, 'grant_types'],
    [{ redirect_uris: [CALLBACK], response_types: ['token'] }, 'response_types'],
    [{ redirect_uris: [CALLBACK], token_endpoint_auth_method: 'private_key_jwt' }, 'token_endpoint_auth_method'],
  ]
  for (const [json, field] of rows) {
    const answer = await oauth.auth.request('/admin/oauth/clients', { ...asBearer(KEYS.secretKey), json })
    const { error_code: code, msg } = await answer.json()
    expect([json, answer.status, code, msg.includes(field)]).toEqual([json, 400, 'validation_failed', true])
  }
  const local = ['http://localhost:8123/cb', 'http://127.0.0.1/cb', 'http://[::1]:1/cb', 'com.example.app:/cb']
  await addClient(oauth.operator, { redirect_uris: local })
})

test('rejects dynamic registration unless it is enabled (auth 9.2)', async () => {
  await using closed = await createTestOauth()
  const json = { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none', client_name: 'Robot' }
  const refused = await closed.auth.request('/oauth/clients/register', { json })
  expect([refused.status, (await refused.json()).error_code]).toEqual([
    403,
    'oauth_dynamic_client_registration_disabled',
  ])
})

test('limits dynamic registration to a burst of thirty (auth 9.2)', async () => {
  const json = { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none', client_name: 'Robot' }
  await using open = await createTestOauth({ GOTRUE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: 'true' })
  const answer = await open.auth.request('/oauth/clients/register', { json })
  const client = await answer.json()
  expect([answer.status, client]).toMatchObject([201, { client_type: 'public', registration_type: 'dynamic' }])
  expect(client).not.toHaveProperty('client_secret')
  const headers = { 'X-Forwarded-For': '192.0.2.9' }
  const more = () => open.auth.request('/oauth/clients/register', { json, headers })
  const statuses = (await Promise.all(Array.from({ length: 31 }, more))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  const discovery = await (await open.auth.request('/.well-known/oauth-authorization-server')).json()
  expect(discovery.registration_endpoint).toBe(`${ISSUER}/oauth/clients/register`)
})

test('authenticates a public client without a secret, and a client_secret_post client by the body (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const anybody = await addClient(oauth.operator, { token_endpoint_auth_method: 'none' })
  const form = (code: string, fields: Record<string, string>) => {
    const usual = { grant_type: 'authorization_code', redirect_uri: CALLBACK, code }
    return oauth.auth.request('/oauth/token', {
      method: 'POST',
      body: new URLSearchParams({
        ...usual,
        code_verifier: 'a-verifier-of-tests-that-is-long-enough-for-rfc-7636',
        ...fields,
      }),
    })
  }
  const code = await getCode({ ...oauth, client: anybody })
  expect((await form(code, { client_id: anybody.client_id, client_secret: 'x' })).status).toBe(400)
  expect((await form(code, { client_id: anybody.client_id })).status).toBe(200)
  const poster = await addClient(oauth.operator, { token_endpoint_auth_method: 'client_secret_post' })
  const posted = await getCode({ ...oauth, client: poster })
  expect((await form(posted, { client_id: poster.client_id })).status).toBe(400)
  expect((await form(posted, { ...poster })).status).toBe(200)
})

test('shows errors of client and redirect URI itself and sends others back to the client (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const here: [Record<string, string>, string][] = [
    [{ client_id: '' }, 'validation_failed'],
    [{ client_id: 'nonsense' }, 'oauth_client_not_found'],
    [{ client_id: '6b1a9f0e-6a5e-4a7e-9b1d-3d0d0b8f7a11' }, 'oauth_client_not_found'],
    [{ redirect_uri: '' }, 'validation_failed'],
  ]
  for (const [fields, code] of here) {
    const answer = await authorize(oauth, fields)
    expect([fields, answer.status, (await answer.json()).error_code]).toEqual([fields, 400, code])
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
    const answer = await authorize(oauth, fields)
    const url = readLocation(answer)
    expect([fields, answer.status, `${url.origin}${url.pathname}`]).toEqual([fields, 302, CALLBACK])
    expect([fields, url.searchParams.get('error'), url.searchParams.get('iss')]).toEqual([fields, error, ISSUER])
  }
  const { data } = await oauth.member.auth.oauth.getAuthorizationDetails(await begin(oauth))
  expect(data).toMatchObject({ scope: 'email' })
})

test('limits userinfo to the granted scopes (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const { auth, member } = oauth
  await member.auth.updateUser({ data: { full_name: 'Ada', avatar_url: 'https://example.org/a.png' } })
  const ask = async (scope: string) => {
    const tokens = await (await exchange(oauth, auth.request, { code: await getCode(oauth, { scope }) })).json()
    const answer = await auth.request('/oauth/userinfo', asBearer(tokens.access_token))
    return [Object.keys(await answer.json()), 'id_token' in tokens]
  }
  expect(await ask('offline_access')).toEqual([['sub'], false])
  expect(await ask('email')).toEqual([['sub', 'email', 'email_verified'], false])
  expect(await ask('openid profile')).toEqual([['sub', 'name', 'picture', 'updated_at'], true])
  const { data } = await member.auth.getSession()
  const own = await auth.request('/oauth/userinfo', asBearer(data.session?.access_token ?? ''))
  expect(await own.json()).toMatchObject({ email: 'ada@example.org', name: 'Ada' })
  expect((await auth.request('/oauth/userinfo')).status).toBe(401)
})

test('hides a request from other users, and after it is answered or expired (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const bob = await addMember(oauth.auth, 'bob@example.org')
  const id = await begin(oauth)
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
