import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SITE_URL } from '../test-auth.ts'
import { createTestSso, postResponse, readError, readLocation } from './test-sso.ts'
import { countSessions, toBase64, toXml } from './test-xml.ts'

/** Returns CPU time, which other programs on the machine do not affect. */
const toMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000

const HOSTILE: [string, (xml: string) => string][] = [
  [
    'an external entity',
    (xml) => `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml.replace('ada-of-acme', '&x;')}`,
  ],
  [
    'an entity bomb',
    (xml) =>
      `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${xml.replace('ada-of-acme', '&b;')}`,
  ],
  ['a lower-case document type', (xml) => `<!-- --><!doctype r>${xml}`],
  ['ten thousand nested elements', () => `${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`],
  ['a megabyte', (xml) => xml.replace('ada-of-acme', 'a'.repeat(700_000))],
  ['a hundred thousand elements', (xml) => xml.replace('</samlp:Status>', `</samlp:Status>${'<a/>'.repeat(100_000)}`)],
  ['another encoding', (xml) => Buffer.from(`\uFEFF${xml}`, 'utf16le').toString('latin1')],
  ['no XML at all', () => 'nothing'],
  ['a truncated document', (xml) => xml.slice(0, xml.length / 2)],
  ['a NUL', (xml) => xml.replace('ada-of-acme', 'ada\0')],
  [
    'a processing instruction',
    (xml) => `<?xml-stylesheet href="https://evil.example"?>${xml.replace('Success', 'Fail')}`,
  ],
]

test.each(HOSTILE)('rejects XML with %s quickly (auth 7.11)', async (_name, make) => {
  await using sso = await createTestSso()
  const started = process.cpuUsage()
  const response = await postResponse(sso.auth.request, toBase64(make(toXml(await sso.idp.respond()))))
  expect(response.status === 413 || readError(response)[0] === 303).toBe(true)
  expect(readError(response)[1]).not.toBe('unexpected_failure')
  expect(toMs(process.cpuUsage(started))).toBeLessThan(3_000)
  expect(await countSessions(sso.auth)).toBe(0)
})

test('processes the largest accepted messages within seconds (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const pad = async (text: string) => {
    const xml = toXml(await sso.idp.respond())
    const started = process.cpuUsage()
    const response = await postResponse(sso.auth.request, toBase64(xml.replace('<samlp:Status>', text)))
    return [response.status, toMs(process.cpuUsage(started))] as const
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

test('never opens a session for another user or returns a 5xx when a fuzzer changes a valid response (auth 7.11)', async () => {
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
      const response = await postResponse(auth.request, toBase64(xml))
      expect([302, 303]).toContain(response.status)
      expect(readLocation(response).origin).toBe(SITE_URL)
      expect(readLocation(response).searchParams.get('error')).not.toBe('server_error')
    }),
    { numRuns: 250 },
  )
  // Unsigned parts may change without harm; the response then still signs in the same user, once.
  const identities = await auth.sql`select provider_id from auth.identities`
  expect(identities.every((identity) => identity.provider_id === 'ada-of-acme')).toBe(true)
  expect(await countSessions(auth)).toBeLessThanOrEqual(1)
})
