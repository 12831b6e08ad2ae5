import { expect, test } from 'vitest'
import { findCookie, writeCookie } from './cookies.ts'

test('returns a cookie exactly as it was written', () => {
  const value = '/explore?q=a b;c=ü#x'
  const written = writeCookie('return', value, { path: '/spots/', maxAgeSeconds: 900 })
  expect(written).toMatch(/^return=[^\s;]+; Max-Age=900; Path=\/spots\/; SameSite=Lax$/)
  expect(findCookie(`a=b; ${written.split(';')[0]}; no-return=x`, 'return')).toBe(value)
})

test('returns undefined for a missing or malformed cookie', () => {
  for (const header of ['', 'other=x', 'return=%', 'xreturn=1']) expect(findCookie(header, 'return')).toBeUndefined()
})
