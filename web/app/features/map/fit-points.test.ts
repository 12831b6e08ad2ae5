import { expect, test } from 'vitest'
import { fitPoints } from './fit-points.ts'
import { createProjection, unwrapLongitude } from './map-view.ts'

const size = { width: 400, height: 300, paddingPx: 40 }
const at = (lng: number, lat = 0) => ({ lng, lat })

test('fits all points with a margin', () => {
  const points = [at(7.68, 45.07), at(12.5, 41.9), at(-8.6, 41.15)]
  const view = fitPoints(points, size)
  for (const point of points) {
    const [x, y] = createProjection(view).project(point)
    expect(x).toBeGreaterThan(39.9)
    expect(x).toBeLessThan(360.1)
    expect(y).toBeGreaterThan(39.9)
    expect(y).toBeLessThan(260.1)
  }
})

test('treats points on both sides of the antimeridian as neighbours', () => {
  const view = fitPoints([at(179, -17), at(-179, -18)], size)
  expect(unwrapLongitude(view.center.lng, 180)).toBeCloseTo(180, 6)
  expect(view.zoom).toBeGreaterThan(5)
})

test('shows a single point, or points at one position, at the highest allowed zoom', () => {
  expect(fitPoints([at(-122.4, 37.8)], { ...size, maxZoom: 9 })).toMatchObject({ center: { lng: -122.4 }, zoom: 9 })
  expect(fitPoints([at(5, 5), at(5, 5)], { ...size, maxZoom: 9 })).toMatchObject({ center: { lng: 5 }, zoom: 9 })
})
