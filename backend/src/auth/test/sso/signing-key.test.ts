import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseAuthSettings } from '../../settings.ts'
import { createTestAuth } from '../test-auth.ts'

const urls = { siteUrl: 'https://spots.example.org', apiUrl: 'https://api.example.org' }

function makeKey(modulusLength = 2_048, publicExponent = 65_537): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength, publicExponent })
  return privateKey.export({ format: 'der', type: 'pkcs1' }).toString('base64')
}

test('does not start with an invalid SAML key and reports the setting (auth 7.11)', () => {
  const rows: [string, RegExp][] = [
    ['nonsense', /GOTRUE_SAML_PRIVATE_KEY: must be the base64 of an RSA key/],
    [makeKey(1_024), /at least 2048 bits/],
    [makeKey(2_048, 3), /public exponent 65537/],
  ]
  for (const [key, message] of rows) {
    expect(() => parseAuthSettings({ GOTRUE_SAML_PRIVATE_KEY: key }, urls)).toThrow(message)
  }
})

test('publishes the configured key and the next one (auth 7.11)', async () => {
  const [present, next] = [makeKey(), makeKey()]
  await using auth = await createTestAuth({
    GOTRUE_SAML_ENABLED: 'true',
    GOTRUE_SAML_PRIVATE_KEY: present,
    GOTRUE_SAML_PRIVATE_KEY_NEXT: next,
  })
  const text = await (await auth.request('/sso/saml/metadata')).text()
  const certificates = [...text.matchAll(/<ds:X509Certificate>(.*?)<\/ds:X509Certificate>/g)].map(
    ([, base64 = '']) =>
      new X509Certificate(Buffer.from(base64, 'base64')).publicKey.export({ format: 'der', type: 'pkcs1' }).length,
  )
  expect(certificates).toHaveLength(2)
  expect(await auth.sql`select from auth.service_keys`).toHaveLength(0)
  const settings = await (await auth.request('/settings')).json()
  expect(settings).toMatchObject({ saml_enabled: true, saml_private_key_next_configured: true })
})

test('ignores a key that was encrypted with another JWT secret and logs the remedy (auth 7.11)', async () => {
  await using auth = await createTestAuth({ GOTRUE_SAML_ENABLED: 'true' })
  await auth.sql`insert into auth.service_keys (name, sealed_key) values ('saml', ${Buffer.alloc(64).toString('base64url')})`
  const response = await auth.request('/sso/saml/metadata')
  await auth.sql`delete from auth.service_keys`
  expect(response.status).toBe(500)
  expect(auth.logged.join()).toContain('Restore JWT_SECRET')
})

test('creates one key under concurrent starts of several processes (auth 7.11)', async () => {
  await using auth = await createTestAuth({ GOTRUE_SAML_ENABLED: 'true' })
  const processes = [auth.request, auth.secondProcess(), auth.secondProcess()]
  const texts = await Promise.all(
    processes.map(async (sendRequest) => (await sendRequest('/sso/saml/metadata')).text()),
  )
  expect(new Set(texts).size).toBe(1)
  expect(await auth.sql`select from auth.service_keys`).toHaveLength(1)
})

test('reads its key from the database once per process (auth 7.11)', async () => {
  await using auth = await createTestAuth({ GOTRUE_SAML_ENABLED: 'true' })
  const read = async () => (await auth.request('/sso/saml/metadata')).text()
  const first = await read()
  await auth.sql`delete from auth.service_keys`
  expect(await read()).toBe(first)
})
