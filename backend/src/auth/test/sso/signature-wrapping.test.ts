import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestSso, postResponse } from './test-sso.ts'
import { toBase64, toXml } from './test-xml.ts'

test('reads a name with a comment in full (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const nameId = 'ada@acme.example<!-- -->.evil.example'
  const attributes = { mail: ['ada@acme.example<!---->.evil.example'] }
  const response = await postResponse(sso.auth.request, await sso.idp.respond({ nameId, attributes }))
  expect(response.status).toBe(302)
  const [row] = await sso.auth.sql`select provider_id, email from auth.identities`
  expect(row).toEqual({ provider_id: 'ada@acme.example.evil.example', email: 'ada@acme.example.evil.example' })
  // Inserted afterwards, where the signature does not notice it.
  const later = toXml(await sso.idp.respond({ nameId: 'ada@acme.example.evil.example' }))
  await postResponse(
    sso.auth.request,
    toBase64(later.replace('ada@acme.example.evil', 'ada@acme.example<!-- -->.evil')),
  )
  const subjects = await sso.auth.sql`select provider_id from auth.identities`
  expect(subjects.map((subject) => subject.provider_id)).toEqual(['ada@acme.example.evil.example'])
})

/** Signature wrapping (Somorovsky and others, 2012): the signed element is moved and a forged one takes its place. */
const WRAPPED: [string, (parts: ResponseParts) => string][] = [
  [
    'with the signed response inside a forged one',
    ({ xml, forge, signature }) =>
      forge(xml).replace(
        signature,
        `${signature.replace('</ds:Signature>', '').replace('</Signature>', '')}<ds:Object xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${xml}</ds:Object>${signature.endsWith('</ds:Signature>') ? '</ds:Signature>' : '</Signature>'}`,
      ),
  ],
  [
    'with the signed response beside a forged one',
    ({ xml, forge }) => forge(xml).replace('</samlp:Response>', `${xml}</samlp:Response>`),
  ],
  [
    'with a forged assertion before the signed one',
    ({ xml, forged, assertion }) => xml.replace(assertion, `${forged}${assertion}`),
  ],
  [
    'with the signed assertion inside a forged one',
    ({ xml, forged, assertion }) =>
      xml.replace(assertion, forged.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`)),
  ],
  [
    'with the signature of the moved assertion in a forged one',
    ({ xml, forge, assertion, bare, signature }) =>
      xml.replace(assertion, `${forge(bare).replace('</saml:Issuer>', `</saml:Issuer>${signature}`)}${bare}`),
  ],
  [
    'with the moved assertion inside the signature of a forged one',
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
    'with the moved assertion inside extensions',
    ({ xml, forged, assertion }) =>
      xml.replace(assertion, `<samlp:Extensions>${assertion}</samlp:Extensions>${forged}`),
  ],
  [
    'with a forged assertion of the same id',
    ({ xml, forge, assertion, bare }) => xml.replace(assertion, `${forge(bare)}${assertion}`),
  ],
  [
    'with a forged assertion after the signed one',
    ({ xml, forged, assertion }) => xml.replace(assertion, `${assertion}${forged}`),
  ],
  [
    'with the signed assertion inside the subject of a forged one',
    ({ xml, forged, assertion }) =>
      xml.replace(assertion, forged.replace('</saml:SubjectConfirmation>', `${assertion}</saml:SubjectConfirmation>`)),
  ],
]

interface ResponseParts {
  xml: string
  assertion: string
  /** Returns the assertion without its signature. */
  bare: string
  signature: string
  /** Returns the bare assertion for another user, with its own id. */
  forged: string
  forge(text: string): string
}

function splitResponse(xml: string): ResponseParts {
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
    const parts = splitResponse(toXml(await sso.idp.respond({ signed })))
    expect(parts.signature).not.toBe('')
    await postResponse(sso.auth.request, toBase64(wrap(parts)))
  }
  const subjects = await sso.auth.sql`select provider_id from auth.identities`
  expect(subjects.map((subject) => subject.provider_id)).not.toContain('admin')
})
