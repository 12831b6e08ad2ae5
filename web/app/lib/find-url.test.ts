import { afterEach, expect, test } from 'vitest'
import { findUrl } from './find-url.ts'

const { parse } = URL
afterEach(() => {
  URL.parse = parse
})

test('parses URLs, also in browsers without URL.parse', () => {
  Reflect.deleteProperty(URL, 'parse')
  expect(findUrl('https://a.example/b')?.host).toBe('a.example')
  expect(findUrl('/b', 'https://a.example')?.href).toBe('https://a.example/b')
  expect(findUrl('')).toBeUndefined()
  expect(findUrl('https://')).toBeUndefined()
})
