import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findTarget, NavigationError, readTarget } from './target.ts'

/** External URLs, as people and attackers write them. */
const EXTERNAL = [
  'https://evil.example/',
  'HTTPS://EVIL.example',
  'http:evil.example',
  'http://localhost:3000/own-origin-written-out',
  'mailto:a@example.org',
  'tel:+4930',
  'foo:bar',
  'c:/windows',
  '//evil.example',
  '///evil.example',
  '//',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/ /evil.example',
  ' //evil.example',
  '\u0001//evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  './/evil.example',
]
const SCRIPTS = [
  ['javascript:alert(1)', 'javascript:'],
  ['JavaScript:alert(1)', 'javascript:'],
  ['\u0001javascript:alert(1)', 'javascript:'],
  ['java\nscript:alert(1)', 'javascript:'],
  ['java\tscript\r:alert(1)', 'javascript:'],
  [' javascript:alert(1)', 'javascript:'],
  ['data:text/html,x', 'data:'],
  ['blob:https://evil.example/x', 'blob:'],
  ['vbscript:x', 'vbscript:'],
  ['VbScript:x', 'vbscript:'],
] as const

test('resolves an empty target to the home page, and accepts parts (runtime 4.1)', () => {
  for (const nothing of ['', null, undefined]) expect(readTarget(nothing)).toEqual({ kind: 'internal', to: '/' })
  expect(readTarget('/explore?q=x#map')).toEqual({ kind: 'internal', to: '/explore?q=x#map' })
  expect(readTarget({ pathname: '/explore', search: 'q=x', hash: 'map' })).toEqual({
    kind: 'internal',
    to: '/explore?q=x#map',
  })
  expect(readTarget({ search: '?kind=bench' })).toEqual({ kind: 'internal', to: '?kind=bench' })
  expect(readTarget({ search: '' })).toEqual({ kind: 'internal', to: '?' })
})

test('keeps places on the site unchanged (runtime 4.2)', () => {
  for (const to of ['/', '/spot/a:b', '/city/turin?next=//x', '?do=close', '#reviews', 'edit', '../x', '/a//b']) {
    expect(readTarget(to)).toEqual({ kind: 'internal', to })
  }
})

test('rejects every external URL unless it is allowed (runtime 4.2)', () => {
  for (const to of EXTERNAL) {
    expect(() => readTarget(to), JSON.stringify(to)).toThrow(
      'Navigating to an external URL is not allowed by default. Use `navigateTo(url, { external: true })`.',
    )
  }
  expect(readTarget('https://other.example/x', { external: true })).toEqual({
    kind: 'external',
    url: 'https://other.example/x',
  })
  for (const to of ['//other.example', '/\\other.example']) {
    expect(readTarget(to, { external: true })).toEqual({ kind: 'external', url: '//other.example/' })
  }
  expect(readTarget('/about', { external: true })).toEqual({ kind: 'internal', to: '/about' })
})

test('checks parts as the URL that they form (runtime 4.2)', () => {
  for (const parts of [{ pathname: '//evil.example' }, { pathname: '/\\evil.example', search: '?a' }]) {
    expect(() => readTarget(parts)).toThrow(NavigationError)
  }
})

test('rejects script protocols even when external URLs are allowed (runtime 4.3)', () => {
  for (const [to, protocol] of SCRIPTS) {
    for (const external of [false, true]) {
      expect(() => readTarget(to, { external }), JSON.stringify(to)).toThrow(
        `Cannot navigate to a URL with '${protocol}' protocol.`,
      )
    }
  }
})

test('accepts only texts that every browser resolves on the origin (runtime 4.2)', () => {
  fc.assert(
    fc.property(hostileText(), fc.constantFrom(...OWN_URLS), (text, currentUrl) => {
      const target = findTarget(text)
      if (target === undefined) return
      expect(new URL(target.kind === 'internal' ? target.to : '', currentUrl).origin).toBe(new URL(currentUrl).origin)
    }),
    { numRuns: 2_000 },
  )
})

test('accepts texts that a browser resolves on the origin, except for suspicious ones (runtime 4.2)', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
      fc.pre(path.startsWith('/') && !path.startsWith('//') && !/^\/\.+\//.test(path))
      const text = query ? `${path}?${query}` : path
      fc.pre(!new URL(text, OWN_URLS[0]).pathname.startsWith('//'))
      expect(readTarget(text)).toEqual({ kind: 'internal', to: text })
    }),
  )
})

test('never produces a URL that runs script, from any text (runtime 4.3)', () => {
  fc.assert(
    fc.property(hostileText(), fc.boolean(), (text, external) => {
      const target = findTarget(text, { external })
      const url = target?.kind === 'external' ? target.url : (target?.to ?? '/')
      expect(new URL(url, OWN_URLS[0]).protocol).not.toMatch(/^(?:javascript|data|blob|vbscript):$/)
    }),
    { numRuns: 2_000 },
  )
})

const OWN_URLS = [
  'https://own.example/',
  'http://own.example/spot/a/edit?x=//y#z',
  'https://own.example/spots/',
] as const

/** Texts made of pieces that parsers treat differently: separators, control characters, schemes, and any other text. */
function hostileText() {
  const piece = fc.constantFrom(
    ...['/', '\\', '//', '.', '..', ':', '@', '#', '?', '%2f', '%5c', '%09', '\t', '\n', '\r', '\0', '\u0001', ' '],
    ...['\u00a0', '\u3000', '\uff0f', 'http:', 'HTTPS:', 'javascript:', 'java', 'script:', 'data:', 'vbscript:'],
    ...['blob:', 'evil.example', 'own.example', 'a', 'é'],
  )
  return fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
    fc.string(),
    fc.webUrl(),
  )
}
