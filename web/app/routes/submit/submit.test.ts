import { expect, test } from 'vitest'
import { shouldRevalidate } from './submit.tsx'

function revalidates(from: string, to: string): boolean {
  const [currentUrl, nextUrl] = [from, to].map((path) => new URL(path, 'http://site.test'))
  return currentUrl !== undefined && nextUrl !== undefined && shouldRevalidate({ currentUrl, nextUrl })
}

test('loads the other form when a link leads from a story to a spot or back', () => {
  expect(revalidates('/submit?kind=story', '/submit')).toBe(true)
  expect(revalidates('/submit', '/submit?kind=story')).toBe(true)
})

test('loads nothing when the step or the place of the map changes', () => {
  expect(revalidates('/submit#place', '/submit#words')).toBe(false)
  expect(revalidates('/submit?lat=1&lng=2', '/submit')).toBe(false)
})
