import { expect, test } from 'vitest'
import { boundsAround, parseExploreViewUrl, writeExploreViewUrl } from './explore-view-url.ts'
import { noFilter } from './filters/spot-filter.ts'

const turin = { west: 7.5, south: 45, east: 7.8, north: 45.2 }

test('parses the URLs that it writes', () => {
  const request = {
    bounds: turin,
    zoom: 11.25,
    filter: { ...noFilter, categories: ['castle' as const], words: 'old mill', minRating: 4 },
    from: { lng: 7.6869, lat: 45.0703 },
    cursor: '4.2_abcdefgh',
  }
  expect(parseExploreViewUrl(new URLSearchParams(writeExploreViewUrl(request).toString()))).toEqual(request)
})

test('accepts views across the antimeridian', () => {
  const request = { bounds: { west: 170, south: -20, east: 190, north: 0 }, zoom: 4, filter: noFilter }
  expect(parseExploreViewUrl(writeExploreViewUrl(request))?.bounds.east).toBe(190)
})

test('accepts the whole world on a map that is lower than the world is at zoom 0', () => {
  const request = { bounds: { west: -250, south: -85, east: 250, north: 85 }, zoom: -0.45, filter: noFilter }
  expect(parseExploreViewUrl(writeExploreViewUrl(request))?.zoom).toBe(-0.45)
})

test.each([
  '',
  'view=1,2,3&z=4',
  'view=1,2,3,4,5&z=4',
  'view=1,2,3,4',
  'view=a,b,c,d&z=4',
  'view=1,9,3,4&z=4',
  'view=1,-95,3,4&z=4',
  'view=1,2,3,4&z=99',
  'view=1,2,3,4&z=4&from=1',
])('returns null for %j', (search) => {
  expect(parseExploreViewUrl(new URLSearchParams(search))).toBeNull()
})

test('contains the position it is built around', () => {
  const { west, east, south, north } = boundsAround({ lng: 7, lat: 90 })
  expect(west).toBeLessThan(7)
  expect(east).toBeGreaterThan(7)
  expect(south).toBeLessThan(north)
  expect(north).toBe(90)
})
