import { expect, test } from 'vitest'
import { createIsolineFeatures } from './isoline-features.ts'
import { chooseIsolineStyle, computeIsolines, listIsolineOpacities } from './isolines.ts'

const options = { width: 400, height: 300, sigmaPx: 24, levels: 10 }

test('draws a single spot as a round hill', () => {
  const isolines = computeIsolines([{ x: 200, y: 150, count: 1 }], options)
  expect(isolines).toHaveLength(10)
  for (const { lines } of isolines) {
    expect(lines).toHaveLength(1)
    const radii = lines[0]?.points.map(([x, y]) => Math.hypot(x - 200, y - 150)) ?? []
    expect(Math.max(...radii) - Math.min(...radii)).toBeLessThan(3)
  }
})

test('draws nothing without spots', () => {
  expect(computeIsolines([], options)).toEqual([])
  expect(computeIsolines([{ x: -900, y: 0, count: 5 }], options)).toEqual([])
})

test('draws more spots higher and keeps a big cluster round', () => {
  const [one, many] = [1, 500].map(
    (count) => computeIsolines([{ x: 200, y: 150, count }], options)[0]?.lines[0]?.points ?? [],
  )
  const reach = (points: [number, number][] = []) => Math.max(...points.map(([x, y]) => Math.hypot(x - 200, y - 150)))
  expect(reach(many)).toBeGreaterThan(reach(one))
  expect(many?.length).toBeGreaterThan(20)
})

test('draws many spots in one place as a round hill, not as a square', () => {
  const points = Array.from({ length: 500 }, () => ({ x: 200, y: 150, count: 1 }))
  const lowest = computeIsolines(points, options)[0]?.lines[0]?.points ?? []
  const radii = lowest.map(([x, y]) => Math.hypot(x - 200, y - 150))
  expect(Math.max(...radii) - Math.min(...radii)).toBeLessThan(3)
})

test('marks every fourth line as strong and can omit lower levels', () => {
  const isolines = computeIsolines([{ x: 200, y: 150, count: 9 }], { ...options, fromLevel: 3, linesOnly: true })
  expect(isolines.map(({ level }) => level)).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
  expect(isolines.filter(({ strong }) => strong).map(({ level }) => level)).toEqual([4, 8])
  expect(isolines.every(({ area }) => area.length === 0)).toBe(true)
})

test('appears from zoom 5 and is complete from zoom 9', () => {
  expect(chooseIsolineStyle(4.9)).toBeUndefined()
  expect(chooseIsolineStyle(7)).toMatchObject({ fromLevel: 3, linesOnly: true })
  expect(chooseIsolineStyle(9)).toMatchObject({ fromLevel: 1, linesOnly: false })
})

test('widens the hills on streets, and fades out where streets are the base map', () => {
  expect([9, 14.5, 15, 16, 18].map((zoom) => chooseIsolineStyle(zoom)?.sigmaPx)).toEqual([28, 28, 44, 60, 60])
  expect([15.9, 16].map((zoom) => chooseIsolineStyle(zoom)?.cellPx)).toEqual([8, 12])
  expect(listIsolineOpacities(true).line.at(-1)).toEqual([17.2, 0])
  expect(listIsolineOpacities(false).line.at(-1)).toEqual([13, 0.7])
})

test('returns closed polygons with holes around their place', () => {
  const ring = Array.from({ length: 12 }, (_, index) => {
    const angle = (index / 12) * 2 * Math.PI
    return { lng: 7.7 + 0.05 * Math.cos(angle), lat: 45 + 0.035 * Math.sin(angle), count: 20 }
  })
  const { features } = createIsolineFeatures(ring, { center: { lng: 7.7, lat: 45 }, zoom: 11, width: 600, height: 500 })
  const polygons = features.filter(({ geometry }) => geometry.type === 'Polygon')
  const holes = polygons.filter(({ geometry }) => geometry.coordinates.length > 1)
  expect(holes.length).toBeGreaterThan(0)
  for (const { geometry } of polygons) {
    for (const part of geometry.coordinates as [number, number][][]) expect(part[0]).toEqual(part.at(-1))
  }
  const numbers = JSON.stringify(features)
  expect(numbers).not.toMatch(/null|NaN/)
})

test('draws places beyond the antimeridian inside the view', () => {
  const view = { center: { lng: 179.99, lat: -17 }, zoom: 10, width: 600, height: 400 }
  const { features } = createIsolineFeatures([{ lng: -179.98, lat: -17, count: 3 }], view)
  expect(features.length).toBeGreaterThan(0)
})
