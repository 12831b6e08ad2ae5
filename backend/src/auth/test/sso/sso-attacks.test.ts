import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SITE_URL, type TestAuth } from '../test-auth.ts'
import { createTestIdentityProvider, type Statement } from './test-identity-provider.ts'
import { addProvider, begin, bring, createTestSso, readError, readLocation } from './test-sso.ts'

const HOUR_MS = 3_600_000
const REFUSED = [303, 'validation_failed']

const toXml = (base64: string) => Buffer.from(base64, 'base64').toString()
/** Returns processor time, which other programs on the machine do not affect. */
const toMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000
const toBase64 = (xml: string) => Buffer.from(xml).toString('base64')

async function countSessions({ sql }: TestAuth): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from auth.sessions`
  return row?.count ?? -1
}

/** Assertions that a provider signed and that must not be accepted. */
const WRONG: [string, Statement][] = [
  ['for another audience', { audience: 'https://other.example/metadata' }],
  ['for another recipient', { recipient: 'https://other.example/acs' }],
  ['for another destination', { destination: 'https://other.example/acs' }],
  ['expired', { lifeMs: -HOUR_MS, notBeforeMs: -2 * HOUR_MS }],
  ['whose confirmation has expired', { confirmedMs: -HOUR_MS }],
  ['not valid yet', { notBeforeMs: HOUR_MS, lifeMs: 2 * HOUR_MS }],
  ['whose session has ended', { sessionMs: -1 }],
  ['of a failed sign-in', { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }],
  ['answering a request that nobody made here', { requestId: '_stolen' }],
  ['signed with SHA-1', { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
  ['encrypted where that is not allowed', { isEncrypted: true }],
]

test.each(WRONG)('rejects an assertion %s (auth 7.11)', async (_name, statement) => {
  await using sso = await createTestSso(statement.isEncrypted ? {} : { GOTRUE_SAML_ALLOW_ENCRYPTED_ASSERTIONS: 'true' })
  const { auth, idp } = sso
  const signer = statement.isEncrypted ? await createEncryptingTwin(sso) : idp
  const answer = await bring(auth.request, await signer.respond(statement))
  expect(readError(answer)).toEqual(REFUSED)
  expect(readLocation(answer).searchParams.get('error_description')).toMatch(/^SAML Assertion is not valid/)
  expect(await countSessions(auth)).toBe(0)
})

/** A provider that encrypts to our key although our metadata declare none for encryption. */
async function createEncryptingTwin({ auth }: { auth: TestAuth }) {
  const request: TestAuth['request'] = async (path, init) => {
    const answer = await auth.request(path, init)
    if (!path.endsWith('/metadata')) return answer
    return new Response((await answer.text()).replace(/(<md:KeyDescriptor) use="signing"(.*)/, '$1 use="encryption"$2'))
  }
  const twin = await createTestIdentityProvider({ ...auth, request })
  await addProvider(auth, twin)
  return twin
}

test('rejects an unsigned response (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const xml = toXml(await sso.idp.respond()).replace(/<ds:Signature.*<\/ds:Signature>|<Signature.*<\/Signature>/s, '')
  expect(xml).not.toContain('SignatureValue')
  expect(readError(await bring(sso.auth.request, toBase64(xml)))).toEqual(REFUSED)
})

test('rejects a response signed by another key that names the same issuer and brings its certificate (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const impostor = await createTestIdentityProvider(sso.auth, sso.idp.entityId)
  expect(readError(await bring(sso.auth.request, await impostor.respond()))).toEqual(REFUSED)
})

test('rejects assertions of one provider in the name of another (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const { auth, idp } = sso
  const evil = await createTestIdentityProvider(auth)
  const evilId = await addProvider(auth, evil)
  const request = await begin(sso)
  // Provider B answers the sign-in of A, honestly signed, and also claims to be A.
  const honest = await evil.respond({ requestId: request.id })
  const claim = await evil.respond({ requestId: request.id, issuer: idp.entityId })
  expect(readError(await bring(auth.request, honest, request.relayState))).toEqual(REFUSED)
  expect(readError(await bring(auth.request, claim, request.relayState))).toEqual(REFUSED)
  // A's own response in a sign-in that was requested from B.
  const evilRequest = await begin({ ...sso, idp: evil, id: evilId })
  const mixed = await idp.respond({ requestId: evilRequest.id })
  expect(readError(await bring(auth.request, mixed, evilRequest.relayState))).toEqual(REFUSED)
  expect(await countSessions(auth)).toBe(0)
})

test('rejects a response without its relay state or with another one (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const { auth, idp } = sso
  const [mine, hers] = [await begin(sso), await begin(sso)]
  const stolen = await idp.respond({ requestId: hers.id })
  const stripped = await idp.respond({ requestId: hers.id, responseTo: mine.id })
  expect(readError(await bring(auth.request, stolen))).toEqual(REFUSED)
  expect(readError(await bring(auth.request, stolen, mine.relayState))).toEqual(REFUSED)
  expect(readError(await bring(auth.request, stripped, mine.relayState))).toEqual(REFUSED)
  expect(readError(await bring(auth.request, await idp.respond(), mine.relayState))).toEqual(REFUSED)
  expect(await countSessions(auth)).toBe(0)
})

test('accepts a response once, at whichever of two processes (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const { auth, idp } = sso
  const other = auth.secondProcess()
  const response = await idp.respond()
  const first = await Promise.all([auth.request, other, auth.request, other].map((to) => bring(to, response)))
  expect(first.filter(({ status }) => status === 302)).toHaveLength(1)
  expect(readError(await bring(other, response))).toEqual(REFUSED)
  const request = await begin(sso)
  const answers = [await idp.respond({ requestId: request.id }), await idp.respond({ requestId: request.id })]
  const second = await Promise.all(
    answers.flatMap((answer) => [auth.request, other].map((to) => bring(to, answer, request.relayState))),
  )
  expect(second.filter(({ status }) => status === 302)).toHaveLength(1)
  expect(await countSessions(auth)).toBe(2)
})

test('reads a name with a comment in full (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const nameId = 'ada@acme.example<!-- -->.evil.example'
  const attributes = { mail: ['ada@acme.example<!---->.evil.example'] }
  const answer = await bring(sso.auth.request, await sso.idp.respond({ nameId, attributes }))
  expect(answer.status).toBe(302)
  const [row] = await sso.auth.sql`select provider_id, email from auth.identities`
  expect(row).toEqual({ provider_id: 'ada@acme.example.evil.example', email: 'ada@acme.example.evil.example' })
  // Inserted afterwards, where the signature does not notice it.
  const later = toXml(await sso.idp.respond({ nameId: 'ada@acme.example.evil.example' }))
  await bring(sso.auth.request, toBase64(later.replace('ada@acme.example.evil', 'ada@acme.example<!-- -->.evil')))
  const subjects = await sso.auth.sql`select provider_id from auth.identities`
  expect(subjects.map((subject) => subject.provider_id)).toEqual(['ada@acme.example.evil.example'])
})

/** Signature wrapping (Somorovsky and others, 2012): the signed element is moved and a forged one takes its place. */
const WRAPPED: [string, (parts: WrapParts) => string][] = [
  [
    '1: the signed response within a forged one',
    ({ xml, forge, signature }) =>
      forge(xml).replace(
        signature,
        `${signature.replace('</ds:Signature>', '').replace('</Signature>', '')}<ds:Object xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${xml}</ds:Object>${signature.endsWith('</ds:Signature>') ? '</ds:Signature>' : '</Signature>'}`,
      ),
  ],
  [
    '2: the signed response beside a forged one',
    ({ xml, forge }) => forge(xml).replace('</samlp:Response>', `${xml}</samlp:Response>`),
  ],
  [
    '3: a forged assertion before the signed one',
    ({ xml, forged, assertion }) => xml.replace(assertion, `${forged}${assertion}`),
  ],
  [
    '4: the signed assertion within a forged one',
    ({ xml, forged, assertion }) =>
      xml.replace(assertion, forged.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`)),
  ],
  [
    '5: a forged assertion that carries the signature of the moved one',
    ({ xml, forge, assertion, bare, signature }) =>
      xml.replace(assertion, `${forge(bare).replace('</saml:Issuer>', `</saml:Issuer>${signature}`)}${bare}`),
  ],
  [
    '6: the moved one within the signature of the forged one',
    ({ xml, forge, assertion, bare, signature }) =>
      xml.replace(
        assertion,
        forge(bare).replace(
          '</saml:Issuer>',
          `</saml:Issuer>${signature.replace(/<\/(ds:)?Signature>$/, `<Object xmlns="http://www.w3.org/2000/09/xmldsig#">${bare}</Object></$1Signature>`)}`,
        ),
      ),
  ],
  [
    '7: the moved one within extensions',
    ({ xml, forged, assertion }) =>
      xml.replace(assertion, `<samlp:Extensions>${assertion}</samlp:Extensions>${forged}`),
  ],
  [
    '8: a forged one with the same id',
    ({ xml, forge, assertion, bare }) => xml.replace(assertion, `${forge(bare)}${assertion}`),
  ],
  [
    '9: the forged one after the signed one',
    ({ xml, forged, assertion }) => xml.replace(assertion, `${assertion}${forged}`),
  ],
  [
    '10: the signed one within the subject of a forged one',
    ({ xml, forged, assertion }) =>
      xml.replace(assertion, forged.replace('</saml:SubjectConfirmation>', `${assertion}</saml:SubjectConfirmation>`)),
  ],
]

interface WrapParts {
  xml: string
  assertion: string
  /** Returns the assertion without its signature. */
  bare: string
  signature: string
  /** Returns the bare assertion for another user, with its own id. */
  forged: string
  forge(text: string): string
}

function takeApart(xml: string): WrapParts {
  const [assertion = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml) ?? []
  const [signature = ''] = /<(ds:)?Signature .*<\/(ds:)?Signature>/s.exec(xml) ?? []
  const bare = assertion.replace(signature, '')
  const forge = (text: string) =>
    text.replaceAll('ada-of-acme', 'admin').replaceAll('Ada@Acme.example', 'admin@acme.example')
  return {
    xml,
    assertion,
    bare,
    signature,
    forge,
    forged: forge(bare).replace(/ ID="[^"]*"/, ` ID="_${randomUUID()}"`),
  }
}

test.each(WRAPPED)('rejects signature wrapping %s (auth 7.11)', async (_name, wrap) => {
  await using sso = await createTestSso()
  for (const signed of ['assertion', 'message', 'both'] as const) {
    const parts = takeApart(toXml(await sso.idp.respond({ signed })))
    expect(parts.signature).not.toBe('')
    await bring(sso.auth.request, toBase64(wrap(parts)))
  }
  const subjects = await sso.auth.sql`select provider_id from auth.identities`
  expect(subjects.map((subject) => subject.provider_id)).not.toContain('admin')
})

const HOSTILE: [string, (xml: string) => string][] = [
  [
    'an external entity',
    (xml) => `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml.replace('ada-of-acme', '&x;')}`,
  ],
  [
    'a bomb of entities',
    (xml) =>
      `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${xml.replace('ada-of-acme', '&b;')}`,
  ],
  ['a document type elsewhere', (xml) => `<!-- --><!doctype r>${xml}`],
  ['ten thousand levels', () => `${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`],
  ['a megabyte', (xml) => xml.replace('ada-of-acme', 'a'.repeat(700_000))],
  ['a hundred thousand elements', (xml) => xml.replace('</samlp:Status>', `</samlp:Status>${'<a/>'.repeat(100_000)}`)],
  ['another character set', (xml) => Buffer.from(`\uFEFF${xml}`, 'utf16le').toString('latin1')],
  ['no XML', () => 'nothing'],
  ['half a document', (xml) => xml.slice(0, xml.length / 2)],
  ['a NUL', (xml) => xml.replace('ada-of-acme', 'ada\0')],
  [
    'a processing instruction',
    (xml) => `<?xml-stylesheet href="https://evil.example"?>${xml.replace('Success', 'Fail')}`,
  ],
]

test.each(HOSTILE)('rejects XML with %s quickly (auth 7.11)', async (_name, make) => {
  await using sso = await createTestSso()
  const started = process.cpuUsage()
  const answer = await bring(sso.auth.request, toBase64(make(toXml(await sso.idp.respond()))))
  expect(answer.status === 413 || readError(answer)[0] === 303).toBe(true)
  expect(readError(answer)[1]).not.toBe('unexpected_failure')
  expect(toMs(process.cpuUsage(started))).toBeLessThan(3_000)
  expect(await countSessions(sso.auth)).toBe(0)
})

test('processes the largest accepted messages within seconds (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const pad = async (text: string) => {
    const xml = toXml(await sso.idp.respond())
    const started = process.cpuUsage()
    const answer = await bring(sso.auth.request, toBase64(xml.replace('<samlp:Status>', text)))
    return [answer.status, toMs(process.cpuUsage(started))] as const
  }
  const names = Array.from({ length: 3_800 }, (_, number) => `xmlns:a${number}="b${number}"`).join(' ')
  for (const text of [`${'<a/>'.repeat(1_900)}<samlp:Status>`, `<samlp:Status ${names}>`]) {
    const [status, milliseconds] = await pad(text)
    expect(status).toBe(302)
    expect(milliseconds).toBeLessThan(3_000)
  }
  expect((await pad(`${'<a/>'.repeat(2_000)}<samlp:Status>`))[0]).toBe(303)
  expect((await pad(`<samlp:Status ${'x '.repeat(10)}${names} ${names}>`))[0]).toBe(303)
})

test('hides errors within an encrypted assertion (auth 7.11)', async () => {
  await using sso = await createTestSso({ GOTRUE_SAML_ALLOW_ENCRYPTED_ASSERTIONS: 'true' })
  const xml = toXml(await sso.idp.respond({ isEncrypted: true }))
  const values = [...xml.matchAll(/<\w+:CipherValue>([^<]+)</g)].map(([, value = '']) => value)
  const told = new Set<string | null>()
  for (const value of values) {
    for (const at of [0, 30]) {
      const changed = `${value.slice(0, at)}${value[at] === 'A' ? 'B' : 'A'}${value.slice(at + 1)}`
      const answer = await bring(sso.auth.request, toBase64(xml.replace(value, changed)))
      expect(readError(answer)).toEqual(REFUSED)
      told.add(readLocation(answer).searchParams.get('error_description'))
    }
  }
  expect([...told]).toEqual(['SAML Assertion is not valid: what it encrypts cannot be verified'])
})

test('rejects forms without a response (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const post = (body: BodyInit, type?: string) =>
    sso.auth.request('/sso/saml/acs', { method: 'POST', body, ...(type ? { headers: { 'Content-Type': type } } : {}) })
  const file = new FormData()
  file.append('SAMLResponse', new Blob(['x']))
  const answers = await Promise.all([
    post(new URLSearchParams()),
    post(new URLSearchParams({ SAMLResponse: '%%%' })),
    post(file),
    post('{"SAMLResponse":"x"}', 'application/json'),
    post('--broken', 'multipart/form-data; boundary=x'),
  ])
  expect(answers.map(readError)).toEqual(answers.map(() => REFUSED))
})

test('opens no session for another user and answers no 5xx when a fuzzer changes a valid response (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const { auth, idp } = sso
  const valid = toXml(await idp.respond())
  const place = fc.nat(valid.length - 1)
  const junk = fc.constantFrom(
    '<',
    '>',
    '"',
    '&',
    '<!--',
    '-->',
    'admin',
    '</saml:Assertion>',
    '&#0;',
    '\uFFFF',
    ' ',
    '9',
    '<![CDATA[',
  )
  const mutation = fc.oneof(
    fc.record({ kind: fc.constant('cut' as const), from: place, length: fc.nat(200) }),
    fc.record({ kind: fc.constant('put' as const), from: place, text: fc.oneof(junk, fc.string({ unit: 'binary' })) }),
    fc.record({ kind: fc.constant('copy' as const), from: place, to: place, length: fc.nat(900) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 4 }), async (mutations) => {
      let xml = valid
      for (const change of mutations) {
        const part = 'length' in change ? xml.slice(change.from, change.from + change.length) : ''
        if (change.kind === 'cut') xml = xml.replace(part, '')
        else if (change.kind === 'put') xml = xml.slice(0, change.from) + change.text + xml.slice(change.from)
        else xml = xml.slice(0, change.to) + part + xml.slice(change.to)
      }
      const answer = await bring(auth.request, toBase64(xml))
      expect([302, 303]).toContain(answer.status)
      expect(readLocation(answer).origin).toBe(SITE_URL)
      expect(readLocation(answer).searchParams.get('error')).not.toBe('server_error')
    }),
    { numRuns: 250 },
  )
  // Unsigned parts may change without harm; the response then still signs in the same user, once.
  const identities = await auth.sql`select provider_id from auth.identities`
  expect(identities.every((identity) => identity.provider_id === 'ada-of-acme')).toBe(true)
  expect(await countSessions(auth)).toBeLessThanOrEqual(1)
})
