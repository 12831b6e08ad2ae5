import { expect, test } from 'vitest'
import { shouldRevalidateRoot } from './payload-middleware.ts'

const at = (path: string) => new URL(path, 'http://here')
const ask = (from: string, to: string, formMethod?: 'GET' | 'POST') =>
  shouldRevalidateRoot({ currentUrl: at(from), nextUrl: at(to), ...(formMethod && { formMethod }) })

test('7.1 the way to a page that was made ahead asks nothing of the server', () => {
  expect(ask('/', '/about')).toBe(false)
  expect(ask('/explore?q=x', '/About/#privacy')).toBe(false)
})

test('7.1 forms, other pages, and asking anew where one is, do ask', () => {
  expect(ask('/', '/about', 'POST')).toBe(true)
  expect(ask('/about', '/about')).toBe(true)
  expect(ask('/about', '/')).toBe(true)
  expect(ask('/', '/explore')).toBe(true)
})
