import { expect, test } from 'vitest'
import { isOtherPage } from './is-other-page.ts'

test('distinguishes another page from a part of the same page', () => {
  const page = { pathname: '/account/settings', search: '?section=profile' }
  expect(isOtherPage(page, { ...page })).toBe(false)
  expect(isOtherPage(page, { ...page, search: '?section=email' })).toBe(true)
  expect(isOtherPage(page, { ...page, pathname: '/about' })).toBe(true)
})
