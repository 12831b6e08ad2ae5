import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KEYS } from '../test-auth.ts'
import {
  addClient,
  asBearer,
  authorize,
  CALLBACK,
  createTestOauth,
  exchange,
  getCode,
  readGrantError,
  requestAuthorization,
  VERIFIER,
} from './test-oauth.ts'

test('rejects clients with wrong credentials (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const { auth, client, operator } = oauth
  const code = await getCode(oauth)
  const form = { grant_type: 'authorization_code', code, code_verifier: VERIFIER, redirect_uri: CALLBACK }
  const post = (body: Record<string, string>, headers: Record<string, string> = {}) =>
    auth.request('/oauth/token', { method: 'POST', body: new URLSearchParams({ ...form, ...body }), headers })
  const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` })
  const invalidClient = [
    post({}),
    post({ client_id: client.client_id }),
    post({ client_id: client.client_id, client_secret: '' }),
    post({}, basic(`${client.client_id}:wrong`)),
    post({}, basic(`${client.client_id}:`)),
    post({}, basic(`nobody:${client.client_secret}`)),
    post({}, basic('nonsense')),
    post({}, { Authorization: `Bearer ${KEYS.secretKey}` }),
    post({ ...client }),
  ]
  for (const response of await Promise.all(invalidClient))
    expect(await readGrantError(response)).toEqual([400, 'invalid_client'])
  const twoWays = await post(
    { client_secret: client.client_secret },
    basic(`${client.client_id}:${client.client_secret}`),
  )
  expect(await readGrantError(twoWays)).toEqual([400, 'invalid_request'])
  const old = client.client_secret
  const { data: fresh } = await operator.auth.admin.oauth.regenerateClientSecret(client.client_id)
  expect(await readGrantError(await post({}, basic(`${client.client_id}:${old}`)))).toEqual([400, 'invalid_client'])
  expect((await post({}, basic(`${client.client_id}:${fresh?.client_secret}`))).status).toBe(200)
  await operator.auth.admin.oauth.deleteClient(client.client_id)
  const deleted = await post({}, basic(`${client.client_id}:${fresh?.client_secret}`))
  expect(await readGrantError(deleted)).toEqual([400, 'invalid_client'])
  const [row] = await auth.sql`select count(*)::int as count from auth.sessions where oauth_client_id is not null`
  expect(row?.count).toBe(0)
})

test('accepts the refresh token of a client from that client only (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const { auth, member, operator } = oauth
  const tokens = await (await exchange(oauth, auth.request, { code: await getCode(oauth) })).json()
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
  const other = await addClient(operator)
  expect(await readGrantError(await exchange({ client: other }, auth.request, refresh))).toEqual([
    400,
    'invalid_client',
  ])
  const door = await auth.request('/token?grant_type=refresh_token', { json: { refresh_token: tokens.refresh_token } })
  expect(await readGrantError(door)).toEqual([400, 'invalid_client'])
  const { data } = await member.auth.getSession()
  const own = { grant_type: 'refresh_token', refresh_token: data.session?.refresh_token }
  expect(await readGrantError(await exchange(oauth, auth.request, own))).toEqual([400, 'invalid_client'])
  const once = await addClient(operator, { grant_types: ['authorization_code'] })
  const code = await getCode({ ...oauth, client: once })
  expect(await (await exchange({ client: once }, auth.request, { code })).json()).not.toHaveProperty('refresh_token')
  expect(await readGrantError(await exchange({ client: once }, auth.request, refresh))).toEqual([
    400,
    'unauthorized_client',
  ])
  expect((await exchange(oauth, auth.request, refresh)).status).toBe(200)
})

test('denies changes of the account, consents and sign-outs to the token of a client (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const { auth } = oauth
  const { access_token: token } = await (await exchange(oauth, auth.request, { code: await getCode(oauth) })).json()
  const bearer = asBearer(token)
  const id = await requestAuthorization(oauth, { scope: 'openid profile phone' })
  const attempts: [string, string, unknown][] = [
    ['PUT', '/user', { password: 'another horse 8' }],
    ['POST', '/factors', { factor_type: 'totp' }],
    ['GET', `/oauth/authorizations/${id}`, undefined],
    ['POST', `/oauth/authorizations/${id}/consent`, { action: 'approve' }],
    ['GET', '/user/oauth/grants', undefined],
    ['DELETE', `/user/oauth/grants?client_id=${oauth.client.client_id}`, undefined],
    ['GET', '/reauthenticate', undefined],
    ['POST', '/logout?scope=global', undefined],
    ['POST', '/logout?scope=others', undefined],
  ]
  for (const [method, path, json] of attempts) {
    const response = await auth.request(path, { ...bearer, method, ...(json ? { json } : {}) })
    expect([path, response.status, (await response.json()).error_code]).toEqual([path, 403, 'no_authorization'])
  }
  expect((await auth.request('/user', bearer)).status).toBe(200)
  expect((await auth.request('/logout?scope=local', { ...bearer, method: 'POST' })).status).toBe(204)
})

test('rejects an ID token as access token (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const code = await getCode(oauth, { scope: 'openid' })
  const { id_token: token } = await (await exchange(oauth, oauth.auth.request, { code })).json()
  for (const path of ['/user', '/oauth/userinfo', '/user/oauth/grants']) {
    const response = await oauth.auth.request(path, asBearer(token))
    expect([response.status, (await response.json()).error_code]).toEqual([403, 'bad_jwt'])
  }
  await expect(oauth.auth.tokens.verify(token)).rejects.toThrow('An ID token grants no access')
})

test('redirects to exactly registered URIs only (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const { hostname } = new URL(CALLBACK)
  const variations = [
    `${CALLBACK}/`,
    `${CALLBACK}?x=1`,
    `${CALLBACK}#x`,
    `${CALLBACK}/../evil`,
    `${CALLBACK}%2f..%2fevil`,
    CALLBACK.toUpperCase(),
    CALLBACK.replace('https', 'http'),
    `https://${hostname}.evil.example/callback`,
    `https://evil.example/${CALLBACK}`,
    `https://${hostname}@evil.example/callback`,
    `https://${hostname}:443/callback`,
    `https://evil.example\\@${hostname}/callback`,
    `//${hostname}/callback`,
    ` ${CALLBACK}`,
    `${CALLBACK}\0`,
  ]
  for (const uri of variations) {
    const response = await authorize(oauth, { redirect_uri: uri })
    expect([uri, response.status, response.headers.get('location')]).toEqual([uri, 400, null])
  }
  const twice = await oauth.auth.request(
    `/oauth/authorize?response_type=code&client_id=${oauth.client.client_id}&redirect_uri=${CALLBACK}&redirect_uri=https://evil.example`,
  )
  expect([twice.status, twice.headers.get('location')]).toEqual([400, null])
})

test('sends no code to a redirect URI that was removed while the member was asked (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const { auth, member, client } = oauth
  const id = await requestAuthorization(oauth)
  expect((await member.auth.oauth.getAuthorizationDetails(id)).error).toBeNull()
  const json = { redirect_uris: ['https://app.example/other'] }
  const headers = { authorization: `Bearer ${KEYS.secretKey}` }
  const changed = await auth.request(`/admin/oauth/clients/${client.client_id}`, { method: 'PUT', json, headers })
  expect(changed.status).toBe(200)
  const { error } = await member.auth.oauth.approveAuthorization(id, { skipBrowserRedirect: true })
  expect(error?.code).toBe('oauth_authorization_not_found')
})

test('never returns a 5xx or an unregistered redirect for malformed requests (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const names = [
    'response_type',
    'client_id',
    'redirect_uri',
    'scope',
    'state',
    'nonce',
    'resource',
    'code_challenge',
    'prompt',
  ]
  const field = fc.tuple(fc.constantFrom(...names), fc.oneof(fc.string({ unit: 'binary' }), fc.constant(CALLBACK)))
  await fc.assert(
    fc.asyncProperty(fc.array(field, { maxLength: 4 }), async (fields) => {
      const response = await authorize(oauth, Object.fromEntries(fields))
      expect(response.status).toBeLessThan(500)
      expect(response.headers.get('location') ?? CALLBACK).toMatch(
        /^(https:\/\/app\.example\/callback|http:\/\/site\.test:3000\/oauth\/consent)/,
      )
      const token = await exchange(oauth, oauth.auth.request, Object.fromEntries(fields))
      expect(token.status).toBe(400)
    }),
    { numRuns: 150 },
  )
})

test('rejects malformed token requests (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const post = (body: BodyInit, type: string) =>
    oauth.auth.request('/oauth/token', { method: 'POST', body, headers: { 'Content-Type': type } })
  const form = 'application/x-www-form-urlencoded'
  const responses = [
    post('grant_type=a&grant_type=b', form),
    post('%%%=%', form),
    post('null', 'application/json'),
    post('{"grant_type":7}', 'application/json'),
    post('[', 'application/json'),
    post(randomBytes(64), 'application/octet-stream'),
  ]
  for (const response of await Promise.all(responses)) {
    expect([400, ['invalid_request', 'invalid_client']]).toEqual([
      response.status,
      expect.arrayContaining([(await response.json()).error]),
    ])
  }
})

test('denies consent to anonymous users (auth 9.2)', async () => {
  await using oauth = await createTestOauth({ GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' })
  const visitor = oauth.auth.client()
  await visitor.auth.signInAnonymously()
  const { error } = await visitor.auth.oauth.approveAuthorization(await requestAuthorization(oauth))
  expect([error?.status, error?.code]).toEqual([403, 'no_authorization'])
})

test('requires aal2 for consent when the account has MFA (auth 9.2)', async () => {
  await using oauth = await createTestOauth()
  const { auth, member, operator } = oauth
  const { data: factor } = await member.auth.mfa.enroll({ factorType: 'totp' })
  await auth.sql`update auth.mfa_factors set status = 'verified' where id = ${factor?.id ?? ''}`
  const id = await requestAuthorization(oauth)
  for (const { error } of [
    await member.auth.oauth.getAuthorizationDetails(id),
    await member.auth.oauth.approveAuthorization(id),
  ]) {
    expect([error?.status, error?.code]).toEqual([403, 'insufficient_aal'])
  }
  const { data } = await member.auth.getUser()
  await operator.auth.admin.mfa.deleteFactor({ userId: data.user?.id ?? '', id: factor?.id ?? '' })
  expect((await member.auth.oauth.approveAuthorization(id)).error).toBeNull()
})
