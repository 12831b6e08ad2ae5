import { expect, test } from 'vitest'
import { groupIds } from '#app/features/categories/categories.ts'
import { createProjection } from '#app/features/map/map-view.ts'
import type { MarkedSpot, SpotCluster } from './explore-view.ts'
import { countGroups, mergeClusters } from './merge-clusters.ts'

const spot = (id: string, lng: number, lat = 0): MarkedSpot => ({
  n: 1,
  id,
  slug: id,
  title: id,
  category: 'castle',
  lng,
  lat,
})
const cluster = (n: number, lng: number): SpotCluster => ({
  n,
  lng,
  lat: 0,
  groups: { relief: n, water: 0, green: 0, past: 0, culture: 0, table: 0, way: 0 },
})

test('keeps distant marks separate', () => {
  const items = [cluster(30, 0), spot('a', 90), spot('b', -90)]
  expect(mergeClusters(items, 3)).toEqual(items)
})

test('merges overlapping marks into one number', () => {
  const [merged, ...rest] = mergeClusters([spot('a', 0.1), cluster(9, 0)], 3)
  expect(rest).toEqual([])
  expect(merged).toMatchObject({ n: 10, groups: { relief: 9, past: 1 } })
  expect(merged?.lng).toBeCloseTo(0.01)
})

test('loses no spot and leaves no overlap', () => {
  const items = Array.from({ length: 200 }, (_, index) => spot(`s${index}`, (index % 20) * 0.7, Math.floor(index / 20)))
  const merged = mergeClusters(items, 5)
  expect(merged.reduce((sum, { n }) => sum + n, 0)).toBe(200)
  const { project } = createProjection({ center: { lng: 0, lat: 0 }, zoom: 5, width: 0, height: 0 })
  const points = merged.map(project)
  const distances = points.flatMap(([ax, ay], index) =>
    points.slice(index + 1).map(([bx, by]) => Math.hypot(ax - bx, ay - by)),
  )
  expect(Math.min(...distances)).toBeGreaterThan(38)
})

test('shows more single marks at higher zooms', () => {
  const items = [spot('a', 0), spot('b', 0.01)]
  expect(mergeClusters(items, 5)).toHaveLength(1)
  expect(mergeClusters(items, 15)).toHaveLength(2)
})

test('counts a single spot in its own group', () => {
  const counts = countGroups(spot('a', 0))
  expect(groupIds.filter((id) => counts[id] > 0)).toEqual(['past'])
})
