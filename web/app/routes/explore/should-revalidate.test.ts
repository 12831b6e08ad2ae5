import { expect, test } from 'vitest'
import { shouldRevalidate } from './explore.tsx'

test('loads a profile again after a form, but not after one that failed', () => {
  const url = new URL('http://own.invalid/explore?by=mara&lat=45&lng=7&z=12')
  const submit = (defaultShouldRevalidate: boolean) =>
    shouldRevalidate({
      currentUrl: url,
      currentParams: {},
      nextUrl: url,
      nextParams: {},
      formMethod: 'POST',
      defaultShouldRevalidate,
    })
  expect(submit(true)).toBe(true)
  expect(submit(false)).toBe(false)
})

test('keeps the list and its further pages after a form, such as that of a saved spot, without a position', () => {
  const url = new URL('http://own.invalid/explore')
  const args = { currentUrl: url, currentParams: {}, nextUrl: url, nextParams: {}, defaultShouldRevalidate: true }
  expect(shouldRevalidate({ ...args, formMethod: 'POST' })).toBe(false)
  expect(shouldRevalidate(args)).toBe(true)
})
