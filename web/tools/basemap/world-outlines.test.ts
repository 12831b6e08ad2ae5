import { expect, test } from 'vitest'
import { createOutliner, type WorldOutlines } from './world-outlines.ts'

const outline = createOutliner(6)

function countPoints(lines: WorldOutlines['coast']): number {
  return lines.reduce((sum, { geometry }) => sum + geometry.coordinates.length, 0)
}

test('draws a coast of few points at small zooms, and every point at the finest', () => {
  const counts = [0, 3, 6].map((zoom) => countPoints(outline(zoom).coast))
  expect(counts[0]).toBeLessThan(8_000)
  expect(counts[1]).toBeLessThan(60_000)
  expect(counts[2]).toBeGreaterThan(400_000)
})

test('draws the coast for outer water lines with less than half of the points', () => {
  const { coast, offshore } = outline(2)
  expect(countPoints(offshore)).toBeLessThan(countPoints(coast) / 2)
})

test('draws no coast along the antimeridian, where the data cuts land in two', () => {
  for (const zoom of [0, 1, 3, 6]) {
    const along = [...outline(zoom).coast, ...outline(zoom).offshore].flatMap(({ geometry: { coordinates } }) =>
      coordinates.filter(([lng = 0, lat = 0], index) => {
        const [lastLng = 0, lastLat = lat] = coordinates[index - 1] ?? []
        return Math.min(Math.abs(lng), Math.abs(lastLng)) > 179.97 && Math.abs(lat - lastLat) > 0.25
      }),
    )
    expect(along, `zoom ${zoom}`).toEqual([])
  }
})

test('keeps islands that people expect on a map of the world', () => {
  const islands = { Iceland: [-19, 65], Mauritius: [57.6, -20.3], Hawaii: [-155.5, 19.6], Crete: [24.9, 35.2] }
  for (const [name, [lng = 0, lat = 0]] of Object.entries(islands)) {
    const near = outline(2).land.some(({ geometry }) =>
      (geometry.coordinates[0] ?? []).some(([x = 0, y = 0]) => Math.hypot(x - lng, y - lat) < 4),
    )
    expect(near, name).toBe(true)
  }
})
