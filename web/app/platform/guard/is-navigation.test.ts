import { expect, test } from 'vitest'
import { isNavigation } from './is-navigation.ts'

const sendRequest = (headers: Record<string, string>, method = 'GET') =>
  isNavigation(new Request('https://spots.example/', { method, headers }))

test('recognises navigations by the browser and by the router', () => {
  expect(sendRequest({ 'sec-fetch-dest': 'document' })).toBe(true)
  expect(sendRequest({ 'sec-fetch-dest': 'empty' })).toBe(true)
  expect(sendRequest({})).toBe(true)
})

test('does not count images, forms and prefetches as navigations', () => {
  expect(sendRequest({ 'sec-fetch-dest': 'image' })).toBe(false)
  expect(sendRequest({}, 'POST')).toBe(false)
  expect(sendRequest({ 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' })).toBe(false)
})
