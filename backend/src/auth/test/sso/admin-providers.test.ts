import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestAuth, KEYS, type TestAuth } from '../test-auth.ts'
import { createTestIdentityProvider, EMAIL_FORMAT, toMetadata } from './test-identity-provider.ts'
import { ADMIN, createTestSso } from './test-sso.ts'

const PATH = '/admin/sso/providers'

async function send(auth: TestAuth, path: string, method: string, json?: unknown): Promise<[number, unknown]> {
  const response = await auth.request(path, { ...ADMIN, method, ...(json === undefined ? {} : { json }) })
  return [response.status, await response.json()]
}

async function sendForCode(auth: TestAuth, path: string, method: string, json?: unknown): Promise<[number, string]> {
  const [status, body] = await send(auth, path, method, json)
  return [status, String(Object(body).error_code)]
}

test('denies SSO providers to everyone but an operator (auth 8)', async () => {
  await using auth = await createTestAuth({ GOTRUE_SAML_ENABLED: 'true' })
  for (const [headers, status] of [
    [{}, 401],
    [{ Authorization: `Bearer ${KEYS.publishableKey}` }, 403],
  ] as const) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const path = method === 'PUT' || method === 'DELETE' ? `${PATH}/x` : PATH
      expect((await auth.request(path, { method, headers })).status).toBe(status)
    }
  }
})

test('adds, reads, lists, updates and deletes SSO providers (auth 8)', async () => {
  await using auth = await createTestAuth({ GOTRUE_SAML_ENABLED: 'true' })
  const idp = await createTestIdentityProvider(auth)
  const mapping = { keys: { full_name: { names: ['cn', 'displayName'], default: 'Nobody' } } }
  const json = {
    type: 'saml',
    metadata_xml: idp.metadata,
    domains: ['Acme.example', 'acme.example', 'acme.test'],
    attribute_mapping: mapping,
    resource_id: 'Acme-1',
    name_id_format: EMAIL_FORMAT,
  }
  const [status, created] = await send(auth, PATH, 'POST', json)
  const provider = {
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    resource_id: 'Acme-1',
    disabled: false,
    saml: {
      entity_id: idp.entityId,
      metadata_xml: idp.metadata,
      attribute_mapping: mapping,
      name_id_format: EMAIL_FORMAT,
    },
    domains: [{ domain: 'acme.example' }, { domain: 'acme.test' }],
    created_at: expect.any(String),
    updated_at: expect.any(String),
  }
  expect([status, created]).toEqual([201, provider])
  const { id } = Object(created)
  expect(await send(auth, `${PATH}/${id}`, 'GET')).toEqual([200, created])
  expect(await send(auth, `${PATH}/resource_acme-1`, 'GET')).toEqual([200, created])
  const { metadata_xml: _xml, ...saml } = Object(created).saml
  const listed = { items: [{ ...Object(created), saml }] }
  for (const query of ['', '?resource_id=acme-1', '?resource_id_prefix=ACME']) {
    expect(await send(auth, `${PATH}${query}`, 'GET')).toEqual([200, listed])
  }
  expect(await send(auth, `${PATH}?resource_id=acme`, 'GET')).toEqual([200, { items: [] }])
  const change = { domains: ['acme.test', 'new.example'], disabled: true, attribute_mapping: { keys: {} } }
  const [, changed] = await send(auth, `${PATH}/resource_Acme-1`, 'PUT', change)
  expect(changed).toMatchObject({
    id,
    resource_id: 'Acme-1',
    disabled: true,
    saml: { attribute_mapping: { keys: {} }, entity_id: idp.entityId, name_id_format: EMAIL_FORMAT },
    domains: [{ domain: 'acme.test' }, { domain: 'new.example' }],
  })
  expect((await send(auth, `${PATH}/${id}`, 'PUT', {}))[1]).toMatchObject({ disabled: true, domains: [{}, {}] })
  expect(await send(auth, `${PATH}/${id}`, 'DELETE')).toMatchObject([200, { id }])
  expect(await sendForCode(auth, `${PATH}/${id}`, 'GET')).toEqual([404, 'sso_provider_not_found'])
})

test('reports the invalid field of an SSO provider (auth 8)', async () => {
  await using sso = await createTestSso({}, { resource_id: 'taken' })
  const { auth, idp } = sso
  const other = await createTestIdentityProvider(auth)
  const fresh = { type: 'saml', metadata_xml: other.metadata }
  const [, certificate = ''] = /X509Certificate>(.*?)</.exec(other.metadata) ?? []
  const rows: [Record<string, unknown>, number, string][] = [
    [{ metadata_xml: other.metadata }, 400, 'validation_failed'],
    [{ ...fresh, type: 'oidc' }, 400, 'validation_failed'],
    [{ type: 'saml' }, 400, 'validation_failed'],
    [{ ...fresh, metadata_url: 'https://idp.test/metadata' }, 400, 'validation_failed'],
    [{ type: 'saml', metadata_url: 'http://idp.test/metadata' }, 400, 'validation_failed'],
    [{ type: 'saml', metadata_url: 'nonsense' }, 400, 'validation_failed'],
    [{ type: 'saml', metadata_url: 'file:///etc/passwd' }, 400, 'validation_failed'],
    [{ type: 'saml', metadata_xml: '<a/>' }, 400, 'validation_failed'],
    [{ type: 'saml', metadata_xml: `<!DOCTYPE x>${other.metadata}` }, 400, 'validation_failed'],
    [{ type: 'saml', metadata_xml: other.metadata.replace('HTTP-Redirect', 'SOAP') }, 400, 'validation_failed'],
    [
      { type: 'saml', metadata_xml: other.metadata.replace('https://idp.test/sso', 'javascript:alert(1)//') },
      400,
      'validation_failed',
    ],
    [{ type: 'saml', metadata_xml: other.metadata.replace(certificate, 'AAAA') }, 400, 'validation_failed'],
    [{ type: 'saml', metadata_xml: toMetadata('', certificate) }, 400, 'validation_failed'],
    [
      { type: 'saml', metadata_xml: toMetadata('x', certificate, ' validUntil="2020-01-01T00:00:00Z"') },
      400,
      'validation_failed',
    ],
    [{ ...fresh, domains: ['not a domain'] }, 400, 'validation_failed'],
    [{ ...fresh, domains: 'acme.test' }, 400, 'bad_json'],
    [{ ...fresh, name_id_format: 'nonsense' }, 400, 'validation_failed'],
    [{ ...fresh, attribute_mapping: { keys: { a: { name: 7 } } } }, 400, 'bad_json'],
    [{ ...fresh, domains: ['ACME.example'] }, 400, 'sso_domain_already_exists'],
    [{ ...fresh, resource_id: 'TAKEN' }, 422, 'conflict'],
    [{ ...fresh, metadata_xml: idp.metadata }, 422, 'saml_idp_already_exists'],
  ]
  for (const [json, status, code] of rows) {
    expect([json, await sendForCode(auth, PATH, 'POST', json)]).toEqual([json, [status, code]])
  }
  const change = { metadata_xml: other.metadata }
  expect(await sendForCode(auth, `${PATH}/${sso.id}`, 'PUT', change)).toEqual([400, 'saml_entity_id_mismatch'])
  for (const path of ['nonsense', randomUUID(), 'resource_none']) {
    expect(await sendForCode(auth, `${PATH}/${path}`, 'GET')).toEqual([404, 'sso_provider_not_found'])
    expect(await sendForCode(auth, `${PATH}/${path}`, 'PUT', {})).toEqual([404, 'sso_provider_not_found'])
    expect(await sendForCode(auth, `${PATH}/${path}`, 'DELETE')).toEqual([404, 'sso_provider_not_found'])
  }
})

test('adds a provider once under concurrent requests (auth 8)', async () => {
  await using auth = await createTestAuth({ GOTRUE_SAML_ENABLED: 'true' })
  const idp = await createTestIdentityProvider(auth)
  const other = auth.secondProcess()
  const init = { ...ADMIN, json: { type: 'saml', metadata_xml: idp.metadata } }
  const responses = await Promise.all([auth.request(PATH, init), other(PATH, init), auth.request(PATH, init)])
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422])
})

test('never returns a 5xx for malformed metadata (auth 8)', async () => {
  await using auth = await createTestAuth({ GOTRUE_SAML_ENABLED: 'true' })
  const { metadata } = await createTestIdentityProvider(auth)
  const place = fc.nat(metadata.length)
  const change = fc.record({
    at: place,
    length: fc.nat(120),
    text: fc.oneof(fc.string({ unit: 'binary' }), fc.constant('<md:')),
  })
  await fc.assert(
    fc.asyncProperty(change, async ({ at, length, text }) => {
      const xml = metadata.slice(0, at) + text + metadata.slice(at + length)
      const response = await auth.request(PATH, { ...ADMIN, json: { type: 'saml', metadata_xml: xml } })
      expect([201, 400, 422]).toContain(response.status)
      const { id } = await response.json()
      if (!id) return
      // Accepted metadata are usable: a sign-in leads to a web URL.
      const begun = await auth.request('/sso', { json: { provider_id: id, skip_http_redirect: true } })
      expect((await begun.json()).url).toMatch(/^https?:\/\//)
      await auth.request(`${PATH}/${id}`, { ...ADMIN, method: 'DELETE' })
    }),
    { numRuns: 300 },
  )
})
