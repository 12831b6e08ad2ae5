import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestAuth } from '../test-auth.ts'
import { ACS_URL, EMAIL_FORMAT, ENTITY_ID, PERSISTENT } from './test-identity-provider.ts'
import { ADMIN, createTestSso, postResponse, readError } from './test-sso.ts'

test('returns 404 saml_provider_disabled for every body when SAML is disabled (auth 7.11)', async () => {
  await using auth = await createTestAuth()
  const responses = await Promise.all([
    auth.request('/sso', { method: 'POST', body: 'not json' }),
    auth.request('/sso/saml/metadata'),
    auth.request('/sso/saml/acs', { method: 'POST', body: 'x' }),
    auth.request('/admin/sso/providers', ADMIN),
  ])
  for (const response of responses) {
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { error_code: 'saml_provider_disabled', msg: 'SAML 2.0 is disabled' },
    ])
  }
  expect(await (await auth.request('/settings')).json()).toMatchObject({ saml_enabled: false })
})

test('publishes entity, consumer, formats and a reproducible certificate (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const { auth } = sso
  const response = await auth.request('/sso/saml/metadata')
  const text = await response.text()
  expect(response.headers.get('cache-control')).toBe('public, max-age=600')
  expect(response.headers.get('content-type')).toContain('application/xml')
  for (const part of [
    `entityID="${ENTITY_ID}"`,
    `Location="${ACS_URL}"`,
    'WantAssertionsSigned="true"',
    PERSISTENT,
    EMAIL_FORMAT,
  ]) {
    expect(text).toContain(part)
  }
  expect(text).not.toContain('use="encryption"')
  expect(await (await auth.secondProcess()('/sso/saml/metadata')).text()).toBe(text)
  const [, base64 = ''] = /<ds:X509Certificate>(.*)<\/ds:X509Certificate>/.exec(text) ?? []
  const certificate = new X509Certificate(Buffer.from(base64, 'base64'))
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  const download = await auth.request('/sso/saml/metadata?download=true')
  expect(download.headers.get('content-disposition')).toBe('attachment; filename="metadata.xml"')
  const [kept] = await auth.sql`select sealed_key from auth.service_keys`
  expect(kept?.sealed_key).not.toMatch(/PRIVATE KEY|^MI/)
})

test('uses a separate public base URL for identity providers (auth 7.11)', async () => {
  const base = 'https://login.example.org/auth/v1'
  await using sso = await createTestSso({ GOTRUE_SAML_EXTERNAL_URL: base })
  const text = await (await sso.auth.request('/sso/saml/metadata')).text()
  expect(text).toContain(`entityID="${base}/sso/saml/metadata"`)
  expect(text).toContain(`Location="${base}/sso/saml/acs"`)
  const acs = `${base}/sso/saml/acs`
  const fitting = { destination: acs, recipient: acs, audience: `${base}/sso/saml/metadata` }
  expect(readError(await postResponse(sso.auth.request, await sso.idp.respond(fitting)))).toEqual([302, null])
  expect(readError(await postResponse(sso.auth.request, await sso.idp.respond()))).toEqual([303, 'validation_failed'])
})
