import { expect, test } from 'vitest'
import { readReturnTarget, rememberReturnTarget } from './return-target.ts'

test('leads back to the intended page after the sign-in', () => {
  const [cookie = ''] = rememberReturnTarget('/submit?lat=1#x').split(';')
  expect(readReturnTarget(cookie)).toBe('/submit?lat=1#x')
})

test('stores the intended page for a day, as the privacy section of About says', () => {
  expect(rememberReturnTarget('/submit')).toContain('Max-Age=86400;')
})

test('does not store URLs that are too long for a cookie', () => {
  const [cookie = ''] = rememberReturnTarget(`/submit?q=${'x'.repeat(20_000)}`).split(';')
  expect(cookie.length).toBeLessThan(100)
  expect(readReturnTarget(cookie)).toBe('/')
})
