import { expect, test } from 'vitest'
import type { MarkedSpot, SpotCluster } from '../explore-view.ts'
import { boundsOfStack, chooseCloserZoom, findStackCategory } from './separate-marks.ts'

const spot = (lng: number, category: MarkedSpot['category'] = 'castle'): MarkedSpot => ({
  n: 1,
  id: `s${lng}`,
  slug: 's',
  title: 's',
  category,
  lng,
  lat: 43.77,
})
const cluster = (n: number, stack?: SpotCluster['stack']): SpotCluster => ({
  n,
  lng: 11.25,
  lat: 43.77,
  groups: { relief: n, water: 0, green: 0, past: 0, culture: 0, table: 0, way: 0 },
  stack,
})

test('treats spots as a stack if no zoom separates them', () => {
  expect(findStackCategory({ n: 14, items: [cluster(14, 'museum')] })).toBe('museum')
  expect(findStackCategory({ n: 3, items: [spot(11.25), cluster(2, 'cafe')] })).toBe('cafe')
  expect(findStackCategory({ n: 2, items: [spot(11.25), spot(11.250001)] })).toBe('castle')
  expect(findStackCategory({ n: 2, items: [spot(11.25), spot(11.2505)] })).toBeUndefined()
  expect(findStackCategory({ n: 14, items: [cluster(14)] })).toBeUndefined()
  expect(findStackCategory({ n: 1, items: [spot(11.25)] })).toBeUndefined()
})

test('returns the zoom at which the spots of a mark fill half of the map', () => {
  const view = { center: { lng: 0, lat: 0 }, zoom: 10, width: 800, height: 600 }
  expect(chooseCloserZoom({ items: [spot(11), spot(11.1)] }, view)).toBeCloseTo(11.04, 1)
  expect(chooseCloserZoom({ items: [cluster(14)] }, view)).toBe(13)
  expect(chooseCloserZoom({ items: [spot(11), spot(11.000001)] }, view)).toBe(15)
  expect(chooseCloserZoom({ items: [cluster(14)] }, { ...view, zoom: 18 })).toBe(19)
})

test('returns bounds two metres around a stack', () => {
  const { west, east } = boundsOfStack({ items: [spot(11.25), spot(11.25001)] })
  expect(west).toBeCloseTo(11.24998, 6)
  expect(east).toBeCloseTo(11.25003, 6)
})
