import { expect, test } from 'vitest'
import { isNavigation } from './is-navigation.ts'

const ask = (headers: Record<string, string>, method = 'GET') =>
  isNavigation(new Request('https://spots.example/', { method, headers }))

test('an address that was opened is gone to, by the browser or by the router', () => {
  expect(ask({ 'sec-fetch-dest': 'document' })).toBe(true)
  expect(ask({ 'sec-fetch-dest': 'empty' })).toBe(true)
  expect(ask({})).toBe(true)
})

test('an image, a form and a page that is fetched ahead are not', () => {
  expect(ask({ 'sec-fetch-dest': 'image' })).toBe(false)
  expect(ask({}, 'POST')).toBe(false)
  expect(ask({ 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' })).toBe(false)
})
