import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findRedirectUriProblem, findWebUriProblem } from '../../flows/oauth-server/client-uris.ts'
import { parseScopes, SCOPES } from '../../flows/oauth-server/scopes.ts'

test('accepts only redirect URIs that all URL parsers read the same and that run no script (auth 9.2)', () => {
  const part = fc.constantFrom(
    'https:',
    'http:',
    'javascript:',
    'com.app:',
    '//',
    '/',
    'a.example',
    'localhost',
    '@',
    '\\',
    '#',
    '?',
    ' ',
    ',',
    ':80',
    '%00',
    '\t',
  )
  const uris = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.array(part, { maxLength: 6 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(uris, (uri) => {
      if (findRedirectUriProblem(uri) !== undefined) return
      const { protocol, hostname, username, hash } = new URL(uri)
      expect(uri).not.toMatch(/[\s\\#,]/)
      expect([username, hash]).toEqual(['', ''])
      expect(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:']).not.toContain(protocol)
      if (protocol === 'http:') expect(hostname).toMatch(/^(localhost|127\.|\[::1\])/)
    }),
    { numRuns: 2_000 },
  )
})

test('accepts only web URLs for the page and logo of a client (auth 9.2)', () => {
  expect(findWebUriProblem('https://app.example/logo.png')).toBeUndefined()
  for (const uri of ['javascript:alert(1)', 'data:image/png,x', '/logo.png', 'https://a b', 'https:///x\\y']) {
    expect([uri, findWebUriProblem(uri)]).toEqual([uri, expect.any(String)])
  }
})

test('accepts known scopes, each once (auth 9.2)', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...SCOPES), { minLength: 1 }), (scopes) => {
      expect(parseScopes(scopes.join('  '), 'email')).toEqual([...new Set(scopes)])
    }),
  )
  expect(parseScopes('', 'email')).toEqual(['email'])
  expect(parseScopes('email admin', 'email')).toBeUndefined()
})
