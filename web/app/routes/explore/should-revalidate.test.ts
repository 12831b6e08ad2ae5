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
