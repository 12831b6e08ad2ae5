import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { findPageRoute, PAGE_PATTERNS } from './page-route.ts'

test('the route of a page has names for its parameters (runtime 7.5)', () => {
  expect(findPageRoute('/')).toBe('/')
  expect(findPageRoute('/spot/abc123')).toBe('/spot/[id]')
  expect(findPageRoute('/spot/abc123/edit')).toBe('/spot/[id]/edit')
  expect(findPageRoute('/city/city')).toBe('/city/[name]')
  expect(findPageRoute('/post/post')).toBe('/post/[slug]')
  expect(findPageRoute('/About/')).toBe('/about')
})

test('what is no page has no route (runtime 7.5)', () => {
  for (const path of ['/nowhere', '/spot', '/spot/a/b', '/submit/photos', ''])
    expect(findPageRoute(path), path).toBeUndefined()
})

test('every screen is among the pages (runtime 7.5)', () => {
  const listScreens = (entries: RouteConfigEntry[]): RouteConfigEntry[] =>
    entries.flatMap((entry) => [entry, ...listScreens(entry.children ?? [])])
  const screens = listScreens(routes).filter(
    ({ file, path, index }) => file.endsWith('.tsx') && (path ?? index) && path !== '*',
  )
  expect(screens.map(({ path = '' }) => `/${path}`).toSorted()).toEqual([...PAGE_PATTERNS].toSorted())
})
