import fastCheck from 'fast-check'
import { expect, test } from 'vitest'
import { isAllowedRedirect } from '../../kernel/values/redirect.ts'

const site = {
  siteUrl: 'https://spots.example.org',
  uriAllowList: ['https://*.spots.example.org/**', 'app://callback', 'https://{one,two}.test/x?'],
}

test.each([
  'https://spots.example.org',
  'https://spots.example.org/a?b=c#d',
  'https://preview.spots.example.org/deep/path',
  'https://preview.spots.example.org/#x',
  'app://callback',
  'https://two.test/xy',
])('allows %s (auth 6.4)', (target) => {
  expect(isAllowedRedirect(target, site)).toBe(true)
})

test.each([
  '',
  '/path',
  '//evil.test',
  'https:evil.test',
  'https:/\\evil.test',
  'https://evil.test',
  'http://spots.example.org',
  'https://spots.example.org:444',
  'https://spots.example.org.evil.test',
  'https://spots.example.org@evil.test',
  'https://spots.example.org\\@evil.test',
  'https://evil.test\\.spots.example.org/',
  'https://evil.test/.spots.example.org/',
  'https://a.b.spots.example.org/',
  'https://evil.test#.spots.example.org/',
  'https://evil.test?.spots.example.org/',
  'https://spots.example.org\n.evil.test',
  ' https://spots.example.org',
  'javascript:alert(1)',
  'javascript://spots.example.org/%0aalert(1)',
  'data:text/html,x',
  'app://callback.evil',
  'https://2130706433',
  'https://0x7f.1',
  'https://10.0.0.1',
  'https://two.test/x',
])('rejects %s (auth 6.4)', (target) => {
  expect(isAllowedRedirect(target, site)).toBe(false)
})

test('allows any port, and nothing else, on a loopback site (auth 6.4)', () => {
  const local = { siteUrl: 'http://localhost:3000', uriAllowList: [] }
  expect(isAllowedRedirect('http://localhost:5173/x', local)).toBe(true)
  expect(isAllowedRedirect('http://localhost.evil.test:3000', local)).toBe(false)
  expect(isAllowedRedirect('https://localhost:3000', local)).toBe(false)
})

test('allows no path outside of a site below a path (auth 6.4)', () => {
  const below = { siteUrl: 'https://example.org/spots', uriAllowList: [] }
  for (const inside of ['', '/', '/auth/login?a=b', '?a=b', '#c'])
    expect(isAllowedRedirect(`${below.siteUrl}${inside}`, below), inside).toBe(true)
  for (const outside of ['', '/', '/other', '/spotsother', '/spots/../other', '/spots/%2e%2e/other', '/Spots/'])
    expect(isAllowedRedirect(`https://example.org${outside}`, below), outside).toBe(false)
})

test('never allows a URL that leads a browser to another host (auth 6.4)', () => {
  const pieces = fastCheck.constantFrom(
    'https:',
    'http:',
    '/',
    '//',
    '\\',
    '@',
    ':',
    '#',
    '?',
    '.',
    '%2f',
    '\t',
    'spots.example.org',
    'evil.test',
    '443',
  )
  fastCheck.assert(
    fastCheck.property(fastCheck.array(pieces, { maxLength: 9 }), (parts) => {
      const target = parts.join('')
      if (!isAllowedRedirect(target, site)) return
      expect(new URL(target).hostname).toMatch(/^([^.]+\.)?spots\.example\.org$/)
    }),
    { numRuns: 3_000 },
  )
})
