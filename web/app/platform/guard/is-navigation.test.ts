import { expect, test } from 'vitest'
import { isNavigation } from './is-navigation.ts'

const ask = (headers: Record<string, string>, method = 'GET') =>
  isNavigation(new Request('https://spots.example/', { method, headers }))

test('recognises navigations by the browser and by the router', () => {
  expect(ask({ 'sec-fetch-dest': 'document' })).toBe(true)
  expect(ask({ 'sec-fetch-dest': 'empty' })).toBe(true)
  expect(ask({})).toBe(true)
})

test('does not count images, forms and prefetches as navigations', () => {
  expect(ask({ 'sec-fetch-dest': 'image' })).toBe(false)
  expect(ask({}, 'POST')).toBe(false)
  expect(ask({ 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' })).toBe(false)
})
