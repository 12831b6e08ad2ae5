import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { findPageRoute, PAGE_PATTERNS } from './page-route.ts'

test('7.5 the route of a page has names for its parameters', () => {
  expect(findPageRoute('/')).toBe('/')
  expect(findPageRoute('/spot/abc123')).toBe('/spot/[id]')
  expect(findPageRoute('/spot/abc123/edit')).toBe('/spot/[id]/edit')
  expect(findPageRoute('/city/city')).toBe('/city/[name]')
  expect(findPageRoute('/post/post')).toBe('/post/[slug]')
  expect(findPageRoute('/About/')).toBe('/about')
})

test('7.5 what is no page has no route', () => {
  for (const path of ['/nowhere', '/spot', '/spot/a/b', '/submit/photos', ''])
    expect(findPageRoute(path), path).toBeUndefined()
})

test('7.5 every screen is among the pages', () => {
  const listScreens = (entries: RouteConfigEntry[]): RouteConfigEntry[] =>
    entries.flatMap((entry) => [entry, ...listScreens(entry.children ?? [])])
  const screens = listScreens(routes).filter(
    ({ file, path, index }) => file.endsWith('.tsx') && (path ?? index) && path !== '*',
  )
  expect(screens.map(({ path = '' }) => `/${path}`).toSorted()).toEqual([...PAGE_PATTERNS].toSorted())
})
