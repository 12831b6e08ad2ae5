import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { findPageRoute, PAGE_PATTERNS } from './page-route.ts'

test("returns a page's route with parameter names (runtime 7.5)", () => {
  expect(findPageRoute('/')).toBe('/')
  expect(findPageRoute('/spot/abc123')).toBe('/spot/[id]')
  expect(findPageRoute('/spot/abc123/edit')).toBe('/spot/[id]/edit')
  expect(findPageRoute('/spot/abc123/suggestions')).toBe('/spot/[id]/suggestions/[number]')
  expect(findPageRoute('/city/city')).toBe('/city/[name]')
  expect(findPageRoute('/post/post')).toBe('/post/[slug]')
  expect(findPageRoute('/About/')).toBe('/about')
})

test('returns no route for a path without a page (runtime 7.5)', () => {
  for (const path of ['/nowhere', '/spot', '/spot/a/b', '/submit/photos', ''])
    expect(findPageRoute(path), path).toBeUndefined()
})

test('covers every screen (runtime 7.5)', () => {
  const listScreens = (entries: RouteConfigEntry[]): RouteConfigEntry[] =>
    entries.flatMap((entry) => [entry, ...listScreens(entry.children ?? [])])
  const screens = listScreens(routes).filter(
    ({ file, path, index }) => file.endsWith('.tsx') && (path ?? index) && path !== '*',
  )
  expect(screens.map(({ path = '' }) => `/${path}`).toSorted()).toEqual([...PAGE_PATTERNS].toSorted())
})
