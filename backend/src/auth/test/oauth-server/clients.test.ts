import { expect, test } from 'vitest'
import { AUTH_URL } from '../test-api-url.ts'
import { KEYS } from '../test-auth.ts'
import { addClient, asBearer, CALLBACK, createTestOauth, getCode } from './test-oauth.ts'

test('manages clients through the official client (auth 9.2)', async () => {
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

test('reports the invalid field of a client (auth 9.2)', async () => {
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
    [{ redirect_uris: [CALLBACK], client_name: ' \u200b\u202e' }, 'client_name'],
    [{ redirect_uris: [CALLBACK], client_uri: 'javascript:alert(1)' }, 'client_uri'],
    [{ redirect_uris: [CALLBACK], logo_uri: 'data:image/svg+xml,x' }, 'logo_uri'],
    [{ redirect_uris: [CALLBACK], grant_types: ['password'] }, 'grant_types'],
    [{ redirect_uris: [CALLBACK], response_types: ['token'] }, 'response_types'],
    [{ redirect_uris: [CALLBACK], token_endpoint_auth_method: 'private_key_jwt' }, 'token_endpoint_auth_method'],
  ]
  for (const [json, field] of rows) {
    const response = await oauth.auth.request('/admin/oauth/clients', { ...asBearer(KEYS.secretKey), json })
    const { error_code: code, msg } = await response.json()
    expect([json, response.status, code, msg.includes(field)]).toEqual([json, 400, 'validation_failed', true])
  }
  const local = ['http://localhost:8123/cb', 'http://127.0.0.1/cb', 'http://[::1]:1/cb', 'com.example.app:/cb']
  await addClient(oauth.operator, { redirect_uris: local })
})

test('rejects dynamic registration unless it is enabled (auth 9.2)', async () => {
  await using closed = await createTestOauth()
  const json = { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none', client_name: 'Robot' }
  const rejected = await closed.auth.request('/oauth/clients/register', { json })
  expect([rejected.status, (await rejected.json()).error_code]).toEqual([
    403,
    'oauth_dynamic_client_registration_disabled',
  ])
})

test('limits dynamic registration to a burst of thirty (auth 9.2)', async () => {
  const json = { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none', client_name: 'Robot' }
  await using open = await createTestOauth({ GOTRUE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: 'true' })
  const response = await open.auth.request('/oauth/clients/register', { json })
  const client = await response.json()
  expect([response.status, client]).toMatchObject([201, { client_type: 'public', registration_type: 'dynamic' }])
  expect(client).not.toHaveProperty('client_secret')
  const headers = { 'X-Forwarded-For': '192.0.2.9' }
  const more = () => open.auth.request('/oauth/clients/register', { json, headers })
  const statuses = (await Promise.all(Array.from({ length: 31 }, more))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  const discovery = await (await open.auth.request('/.well-known/oauth-authorization-server')).json()
  expect(discovery.registration_endpoint).toBe(`${AUTH_URL}/oauth/clients/register`)
})

test('authenticates a public client without a secret, and a client_secret_post client by its body (auth 9.2)', async () => {
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
