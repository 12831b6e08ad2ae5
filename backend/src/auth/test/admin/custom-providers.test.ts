import { expect, test } from 'vitest'
import { createTestAuth, KEYS, type TestAuth } from '../test-auth.ts'

const OAUTH2 = {
  provider_type: 'oauth2',
  identifier: 'custom:acme',
  name: 'Acme',
  client_id: 'c',
  client_secret: 'a very secret text',
  authorization_url: 'https://acme.example/authorize',
  token_url: 'https://acme.example/token',
  userinfo_url: 'https://acme.example/me',
}
const OIDC = {
  provider_type: 'oidc',
  identifier: 'custom:corp',
  name: 'Corp',
  client_id: 'c',
  client_secret: 's',
  issuer: 'https://corp.example',
}

function sendRequest(
  auth: TestAuth,
  method: string,
  path: string,
  json?: unknown,
  key = KEYS.secretKey,
): Promise<Response> {
  return auth.request(`/admin/custom-providers${path}`, {
    method,
    headers: { authorization: `Bearer ${key}` },
    ...(json === undefined ? {} : { json }),
  })
}

test('denies custom providers to everyone but an operator (auth 8)', async () => {
  await using auth = await createTestAuth()
  expect((await auth.request('/admin/custom-providers')).status).toBe(401)
  expect((await sendRequest(auth, 'GET', '', undefined, KEYS.publishableKey)).status).toBe(403)
  expect((await sendRequest(auth, 'POST', '', OAUTH2, KEYS.publishableKey)).status).toBe(403)
})

test('creates, lists, updates and deletes custom providers (auth 8)', async () => {
  await using auth = await createTestAuth()
  const { customProviders } = auth.client({ key: KEYS.secretKey }).auth.admin
  const created = await sendRequest(auth, 'POST', '', OAUTH2)
  expect(created.status).toBe(201)
  const text = await created.text()
  expect(JSON.parse(text)).toMatchObject({
    identifier: 'custom:acme',
    scopes: [],
    pkce_enabled: true,
    enabled: true,
    email_optional: false,
  })
  expect(text).not.toContain('secret')
  expect((await sendRequest(auth, 'POST', '', OIDC)).status).toBe(201)
  const { data: oidc } = await customProviders.listProviders({ type: 'oidc' })
  expect(oidc.providers.map(({ identifier }) => identifier)).toEqual(['custom:corp'])
  const { data: changed } = await customProviders.updateProvider('custom:acme', { name: 'Acme 2', scopes: ['read'] })
  expect(changed).toMatchObject({ name: 'Acme 2', scopes: ['read'], token_url: OAUTH2.token_url })
  const [row] = await auth.sql`select client_secret from auth.custom_oauth_providers where identifier = 'custom:acme'`
  expect(row?.client_secret).toMatch(/^sealed:[\w-]{40,}$/)
  expect((await sendRequest(auth, 'DELETE', '/custom:acme')).status).toBe(204)
  const { error } = await customProviders.getProvider('custom:acme')
  expect(error).toMatchObject({ status: 404, code: 'custom_provider_not_found' })
  const audited = await auth.sql`select payload ->> 'action' as action from auth.audit_log_entries order by created_at`
  expect(audited.map(({ action }) => action)).toEqual([
    'custom_provider_created',
    'custom_provider_created',
    'custom_provider_updated',
    'custom_provider_deleted',
  ])
})

test('rejects a duplicate identifier and a provider beyond the quota (auth 8)', async () => {
  await using auth = await createTestAuth({ GOTRUE_CUSTOM_OAUTH_MAX_PROVIDERS: '2' })
  const responses = await Promise.all([sendRequest(auth, 'POST', '', OAUTH2), sendRequest(auth, 'POST', '', OAUTH2)])
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 400])
  const conflict = responses.find(({ status }) => status === 400)
  expect(await conflict?.json()).toMatchObject({ error_code: 'conflict' })
  const more = await Promise.all(
    ['custom:a', 'custom:b', 'custom:c'].map((identifier) => sendRequest(auth, 'POST', '', { ...OIDC, identifier })),
  )
  expect(more.map(({ status }) => status).sort()).toEqual([201, 400, 400])
  const rejected = more.find(({ status }) => status === 400)
  expect(await rejected?.json()).toMatchObject({ error_code: 'over_custom_provider_quota' })
})

test.each([
  ['no type', { provider_type: undefined }],
  ['an unknown type', { provider_type: 'saml' }],
  ['no identifier', { identifier: '' }],
  ['an identifier without the prefix', { identifier: 'acme' }],
  ['an identifier with a slash', { identifier: 'custom:a/b' }],
  ['no name', { name: ' ' }],
  ['no client id', { client_id: '' }],
  ['no client secret', { client_secret: undefined }],
  ['no profile URL', { userinfo_url: undefined }],
  ['no issuer for OpenID', { provider_type: 'oidc' }],
  ['a plain http URL', { token_url: 'http://acme.example/token' }],
  ['a loopback URL', { token_url: 'https://127.0.0.1/token' }],
  ['the metadata URL of a cloud', { userinfo_url: 'https://169.254.169.254/latest' }],
  ['a URL in a private network', { authorization_url: 'https://10.0.0.1/' }],
  ['an unknown URL scheme', { userinfo_url: 'file:///etc/passwd' }],
  ['a reserved parameter', { authorization_params: { redirect_uri: 'https://evil.test' } }],
  ['a reserved claim', { attribute_mapping: { role: 'service_role' } }],
  ['a text that is too long', { name: 'x'.repeat(3_000) }],
  ['too many scopes', { scopes: Array.from({ length: 101 }, () => 's') }],
])('rejects a custom provider with %s (auth 8)', async (_name, change) => {
  await using auth = await createTestAuth()
  const response = await sendRequest(auth, 'POST', '', { ...OAUTH2, ...change })
  expect([response.status, await response.json()]).toMatchObject([400, { error_code: 'validation_failed' }])
})

test('validates an update like a new provider and keeps its type (auth 8)', async () => {
  await using auth = await createTestAuth()
  await sendRequest(auth, 'POST', '', OAUTH2)
  expect((await sendRequest(auth, 'PUT', '/custom:acme', { token_url: 'https://192.168.0.1/' })).status).toBe(400)
  expect((await sendRequest(auth, 'PUT', '/custom:nobody', { name: 'x' })).status).toBe(404)
  expect((await sendRequest(auth, 'PUT', '/acme', { name: 'x' })).status).toBe(400)
  const renamed = await sendRequest(auth, 'PUT', '/custom:acme', { identifier: 'custom:other', provider_type: 'oidc' })
  expect(await renamed.json()).toMatchObject({ identifier: 'custom:acme', provider_type: 'oauth2' })
})

test('can disable custom providers (auth 8)', async () => {
  await using auth = await createTestAuth({ GOTRUE_CUSTOM_OAUTH_ENABLED: 'false' })
  expect(await (await sendRequest(auth, 'POST', '', OAUTH2)).json()).toMatchObject({ error_code: 'feature_disabled' })
})
