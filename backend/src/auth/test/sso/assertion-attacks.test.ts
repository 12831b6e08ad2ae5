import { expect, test } from 'vitest'
import type { TestAuth } from '../test-auth.ts'
import { createTestIdentityProvider, type Statement } from './test-identity-provider.ts'
import { addProvider, createTestSso, postResponse, readError, readLocation, startSsoSignIn } from './test-sso.ts'
import { countSessions, toBase64, toXml } from './test-xml.ts'

const HOUR_MS = 3_600_000

const REJECTED = [303, 'validation_failed']

/** Assertions that a provider signed and that must not be accepted. */
const WRONG: [string, Statement][] = [
  ['for another audience', { audience: 'https://other.example/metadata' }],
  ['for another recipient', { recipient: 'https://other.example/acs' }],
  ['for another destination', { destination: 'https://other.example/acs' }],
  ['expired', { lifeMs: -HOUR_MS, notBeforeMs: -2 * HOUR_MS }],
  ['whose confirmation has expired', { confirmedMs: -HOUR_MS }],
  ['that is not valid yet', { notBeforeMs: HOUR_MS, lifeMs: 2 * HOUR_MS }],
  ['whose session has ended', { sessionMs: -1 }],
  ['of a failed sign-in', { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }],
  ['in response to an unknown request', { requestId: '_stolen' }],
  ['signed with SHA-1', { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
  ['encrypted although that is disabled', { isEncrypted: true }],
]

test.each(WRONG)('rejects an assertion %s (auth 7.11)', async (_name, statement) => {
  await using sso = await createTestSso(statement.isEncrypted ? {} : { GOTRUE_SAML_ALLOW_ENCRYPTED_ASSERTIONS: 'true' })
  const { auth, idp } = sso
  const signer = statement.isEncrypted ? await createEncryptingProvider(sso) : idp
  const response = await postResponse(auth.request, await signer.respond(statement))
  expect(readError(response)).toEqual(REJECTED)
  expect(readLocation(response).searchParams.get('error_description')).toMatch(/^SAML Assertion is not valid/)
  expect(await countSessions(auth)).toBe(0)
})

/** A provider that encrypts to our key although our metadata declare none for encryption. */
async function createEncryptingProvider({ auth }: { auth: TestAuth }) {
  const request: TestAuth['request'] = async (path, init) => {
    const response = await auth.request(path, init)
    if (!path.endsWith('/metadata')) return response
    return new Response(
      (await response.text()).replace(/(<md:KeyDescriptor) use="signing"(.*)/, '$1 use="encryption"$2'),
    )
  }
  const twin = await createTestIdentityProvider({ ...auth, request })
  await addProvider(auth, twin)
  return twin
}

test('rejects an unsigned response (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const xml = toXml(await sso.idp.respond()).replace(/<ds:Signature.*<\/ds:Signature>|<Signature.*<\/Signature>/s, '')
  expect(xml).not.toContain('SignatureValue')
  expect(readError(await postResponse(sso.auth.request, toBase64(xml)))).toEqual(REJECTED)
})

test('rejects a response of the same issuer that is signed with another key and contains its certificate (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const impostor = await createTestIdentityProvider(sso.auth, sso.idp.entityId)
  expect(readError(await postResponse(sso.auth.request, await impostor.respond()))).toEqual(REJECTED)
})

test('rejects assertions of one provider in the name of another (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const { auth, idp } = sso
  const evil = await createTestIdentityProvider(auth)
  const evilId = await addProvider(auth, evil)
  const request = await startSsoSignIn(sso)
  // Provider B responds to A's sign-in with an honestly signed response and also claims to be A.
  const honest = await evil.respond({ requestId: request.id })
  const claim = await evil.respond({ requestId: request.id, issuer: idp.entityId })
  expect(readError(await postResponse(auth.request, honest, request.relayState))).toEqual(REJECTED)
  expect(readError(await postResponse(auth.request, claim, request.relayState))).toEqual(REJECTED)
  // A's own response in a sign-in that was requested from B.
  const evilRequest = await startSsoSignIn({ ...sso, idp: evil, id: evilId })
  const mixed = await idp.respond({ requestId: evilRequest.id })
  expect(readError(await postResponse(auth.request, mixed, evilRequest.relayState))).toEqual(REJECTED)
  expect(await countSessions(auth)).toBe(0)
})

test('rejects a response without its relay state or with another one (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const { auth, idp } = sso
  const [mine, hers] = [await startSsoSignIn(sso), await startSsoSignIn(sso)]
  const stolen = await idp.respond({ requestId: hers.id })
  const stripped = await idp.respond({ requestId: hers.id, responseTo: mine.id })
  expect(readError(await postResponse(auth.request, stolen))).toEqual(REJECTED)
  expect(readError(await postResponse(auth.request, stolen, mine.relayState))).toEqual(REJECTED)
  expect(readError(await postResponse(auth.request, stripped, mine.relayState))).toEqual(REJECTED)
  expect(readError(await postResponse(auth.request, await idp.respond(), mine.relayState))).toEqual(REJECTED)
  expect(await countSessions(auth)).toBe(0)
})

test('accepts a response once across two processes (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const { auth, idp } = sso
  const other = auth.secondProcess()
  const response = await idp.respond()
  const first = await Promise.all([auth.request, other, auth.request, other].map((to) => postResponse(to, response)))
  expect(first.filter(({ status }) => status === 302)).toHaveLength(1)
  expect(readError(await postResponse(other, response))).toEqual(REJECTED)
  const request = await startSsoSignIn(sso)
  const responses = [await idp.respond({ requestId: request.id }), await idp.respond({ requestId: request.id })]
  const second = await Promise.all(
    responses.flatMap((response) => [auth.request, other].map((to) => postResponse(to, response, request.relayState))),
  )
  expect(second.filter(({ status }) => status === 302)).toHaveLength(1)
  expect(await countSessions(auth)).toBe(2)
})

test('hides errors within an encrypted assertion (auth 7.11)', async () => {
  await using sso = await createTestSso({ GOTRUE_SAML_ALLOW_ENCRYPTED_ASSERTIONS: 'true' })
  const xml = toXml(await sso.idp.respond({ isEncrypted: true }))
  const values = [...xml.matchAll(/<\w+:CipherValue>([^<]+)</g)].map(([, value = '']) => value)
  const descriptions = new Set<string | null>()
  for (const value of values) {
    for (const at of [0, 30]) {
      const changed = `${value.slice(0, at)}${value[at] === 'A' ? 'B' : 'A'}${value.slice(at + 1)}`
      const response = await postResponse(sso.auth.request, toBase64(xml.replace(value, changed)))
      expect(readError(response)).toEqual(REJECTED)
      descriptions.add(readLocation(response).searchParams.get('error_description'))
    }
  }
  expect([...descriptions]).toEqual(['SAML Assertion is not valid: its encrypted content cannot be verified'])
})

test('rejects SHA-1 signatures within an encrypted assertion (auth 7.11)', async () => {
  await using sso = await createTestSso({ GOTRUE_SAML_ALLOW_ENCRYPTED_ASSERTIONS: 'true' })
  const signatureAlgorithm = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
  const response = await postResponse(
    sso.auth.request,
    await sso.idp.respond({ isEncrypted: true, signatureAlgorithm }),
  )
  expect(readError(response)).toEqual(REJECTED)
  expect(readLocation(response).searchParams.get('error_description')).toContain('rsa-sha1 is not allowed')
})

test('rejects forms without a response (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const post = (body: BodyInit, type?: string) =>
    sso.auth.request('/sso/saml/acs', { method: 'POST', body, ...(type ? { headers: { 'Content-Type': type } } : {}) })
  const file = new FormData()
  file.append('SAMLResponse', new Blob(['x']))
  const responses = await Promise.all([
    post(new URLSearchParams()),
    post(new URLSearchParams({ SAMLResponse: '%%%' })),
    post(file),
    post('{"SAMLResponse":"x"}', 'application/json'),
    post('--broken', 'multipart/form-data; boundary=x'),
  ])
  expect(responses.map(readError)).toEqual(responses.map(() => REJECTED))
})
