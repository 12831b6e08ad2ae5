import fc from 'fast-check'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { guard } from './guard.ts'

const MEMBER = { id: '5b0a4a54-7d0a-4b7c-9d5e-0d6f6f0f2a11' }
const OPEN = ['/', '/about', '/explore', '/spot/abc', '/auth/login', '/auth/signup']
const CLOSED = ['/submit', '/city/turin', '/post/x', '/account', '/account/settings', '/debug-seed']

test('opens six routes to visitors and redirects from the six others to sign-up (runtime 1.1)', () => {
  for (const path of OPEN) expect([path, guard(path, null)]).toEqual([path, undefined])
  for (const path of CLOSED) expect([path, guard(path, null)]).toEqual([path, '/auth/signup'])
})

test('opens all twelve routes and every other path to members (runtime 1.1)', () => {
  for (const path of [...OPEN, ...CLOSED, '/nope', '/spot'])
    expect([path, guard(path, MEMBER)]).toEqual([path, undefined])
})

test('closes unknown paths to visitors, except below /spot/ (runtime 1.1)', () => {
  for (const path of ['/nope', '/spot', '/spots/x', '/auth', '/auth/signup/x', '/about/x']) {
    expect([path, guard(path, null)]).toEqual([path, '/auth/signup'])
  }
  expect(guard('/spot/a/b', null)).toBeUndefined()
})

test('keeps an open page open in every spelling (runtime 1.3)', () => {
  for (const path of ['/About', '/about/', '/SPOT/abc', '/Explore/'])
    expect([path, guard(path, null)]).toEqual([path, undefined])
})

test('keeps a closed page closed in every spelling (runtime 1.3)', () => {
  const attacks = [
    '//about',
    '/%61bout',
    '/about//',
    '/submit/',
    '/SUBMIT',
    '/spot',
    '/./about',
    '/about/../submit',
    '',
  ]
  for (const path of [
    ...attacks,
    '/%73ubmit',
    '//spot/x',
    '/\\about',
    '/about%2f',
    '/about;x',
    '/spot%2fx',
    '/account%00',
  ]) {
    expect([path, guard(path, null)]).toEqual([path, '/auth/signup'])
  }
  // Parsers resolve dots, so the guard sees the resolved path.
  expect(guard(new URL('/spot/%2e%2e/submit', 'http://own.invalid').pathname, null)).toBe('/auth/signup')
})

test('never opens a path for which the router renders a closed screen (runtime 1.3)', () => {
  const screens = [...CLOSED, '/submit/photos', '/debug-seed/run'].map((path) => ({ path }))
  const piece = fc.constantFrom(
    ...[
      '/',
      '//',
      'spot',
      'about',
      'submit',
      'account',
      'settings',
      '..',
      '.',
      '%2e',
      '%2f',
      '%73',
      '%00',
      'SUBMIT',
      'debug-seed',
    ],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 7 }), (pieces) => {
      const url = URL.parse(`http://own.invalid/${pieces.join('')}`)
      if (url === null || guard(url.pathname, null) !== undefined) return
      expect(matchRoutes(screens, url.pathname)).toBeNull()
    }),
    { numRuns: 5_000 },
  )
})
