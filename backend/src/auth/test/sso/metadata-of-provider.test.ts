import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { createCertificate } from '../../domain/saml/certificate.ts'
import { MAX_METADATA_LENGTH } from '../../domain/saml/identity-provider.ts'
import { createTestAuth } from '../test-auth.ts'
import { createTestIdentityProvider } from './test-identity-provider.ts'
import { ADMIN, postResponse, readError } from './test-sso.ts'

const HOUR_MS = 3_600_000
const trusted = getCACertificates('default')
afterAll(() => setDefaultCACertificates(trusted))

/** A local HTTPS server of metadata. */
async function createMetadataServer() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const der = createCertificate(privateKey, 'localhost').toString('base64')
  const cert = `-----BEGIN CERTIFICATE-----\n${der.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
  setDefaultCACertificates([...trusted, cert])
  const state = { status: 200, body: '', headers: {}, hits: 0 }
  const key = privateKey.export({ format: 'pem', type: 'pkcs8' })
  const server = createServer({ key, cert }, (_request, response) => {
    state.hits += 1
    response.writeHead(state.status, state.headers).end(state.body)
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    state,
    url: `https://localhost:${port}/metadata`,
    port,
    [Symbol.dispose]: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('fetches metadata from its URL, and again after a day (auth 7.11)', async () => {
  using server = await createMetadataServer()
  await using auth = await createTestAuth({
    GOTRUE_SAML_ENABLED: 'true',
    GOTRUE_SAML_METADATA_PRIVATE_HOSTS: 'localhost',
  })
  const idp = await createTestIdentityProvider(auth)
  server.state.body = idp.metadata
  const json = { type: 'saml', metadata_url: server.url }
  const created = await auth.request('/admin/sso/providers', { ...ADMIN, json })
  expect([created.status, (await created.json()).saml]).toMatchObject([
    201,
    { metadata_url: server.url, metadata_xml: idp.metadata },
  ])
  // The provider rotates its key, which we learn a day later.
  const renewed = await createTestIdentityProvider(auth, idp.entityId)
  server.state.body = renewed.metadata
  const late = { lifeMs: 48 * HOUR_MS }
  expect(readError(await postResponse(auth.request, await renewed.respond()))).toEqual([303, 'validation_failed'])
  auth.wait(24 * HOUR_MS)
  expect(readError(await postResponse(auth.request, await renewed.respond(late)))).toEqual([302, null])
  expect(server.state.hits).toBe(2)
})

test('keeps the old metadata when new metadata cannot be fetched or belongs to another entity (auth 7.11)', async () => {
  using server = await createMetadataServer()
  await using auth = await createTestAuth({
    GOTRUE_SAML_ENABLED: 'true',
    GOTRUE_SAML_METADATA_PRIVATE_HOSTS: 'localhost',
  })
  const idp = await createTestIdentityProvider(auth)
  const other = await createTestIdentityProvider(auth)
  server.state.body = idp.metadata
  await auth.request('/admin/sso/providers', { ...ADMIN, json: { type: 'saml', metadata_url: server.url } })
  auth.wait(24 * HOUR_MS)
  server.state.body = other.metadata
  const statement = { lifeMs: 48 * HOUR_MS }
  expect(readError(await postResponse(auth.request, await idp.respond(statement)))).toEqual([302, null])
  expect(readError(await postResponse(auth.request, await idp.respond(statement)))).toEqual([302, null])
  // One attempt per minute, so that a dead address does not slow down every sign-in.
  expect(server.state.hits).toBe(2)
  expect(auth.logged.join()).toContain('SAML metadata could not be renewed')
})

test('does not fetch metadata from private networks (auth 7.11)', async () => {
  using server = await createMetadataServer()
  await using auth = await createTestAuth({ GOTRUE_SAML_ENABLED: 'true' })
  const create = async (url: string) => {
    const response = await auth.request('/admin/sso/providers', { ...ADMIN, json: { type: 'saml', metadata_url: url } })
    return (await response.json()).error_code
  }
  const addresses = [`localhost:${server.port}`, `127.0.0.1:${server.port}`, `[::1]:${server.port}`, '169.254.169.254']
  for (const address of [...addresses, '2130706433', '[::ffff:127.0.0.1]', '0x7f.1', '10.0.0.1', '[fd00::1]']) {
    expect([address, await create(`https://${address}/`)]).toEqual([address, 'saml_metadata_fetch_failed'])
  }
  expect(server.state.hits).toBe(0)
})

test('does not fetch metadata of an allowed host by redirect, without TLS, or without a size limit (auth 7.11)', async () => {
  using server = await createMetadataServer()
  await using auth = await createTestAuth({
    GOTRUE_SAML_ENABLED: 'true',
    GOTRUE_SAML_METADATA_PRIVATE_HOSTS: 'localhost',
  })
  const create = async (url: string) => {
    const response = await auth.request('/admin/sso/providers', { ...ADMIN, json: { type: 'saml', metadata_url: url } })
    return (await response.json()).msg
  }
  server.state.body = 'x'.repeat(MAX_METADATA_LENGTH + 1)
  expect(await create(server.url)).toContain(`larger than ${MAX_METADATA_LENGTH} bytes`)
  expect(await create(server.url.replace('https', 'http'))).toContain('HTTPS')
  Object.assign(server.state, { status: 302, body: '', headers: { location: 'https://169.254.169.254/' } })
  expect(await create(server.url)).toContain('status 302')
})
