import { expect, test } from 'vitest'
import { fitPoints } from './fit-points.ts'
import { constrainView, createProjection, unwrapLongitude } from './map-view.ts'

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

test('fits places all around the world on a phone, or as many of them as possible', () => {
  const phone = { width: 360, height: 200, paddingPx: 32 }
  const world = [
    at(139.7, 35.7),
    at(151.2, -33.9),
    at(-58.4, -34.6),
    at(-149.9, 61.2),
    at(18.4, -33.9),
    at(-21.9, 64.1),
  ]
  for (const view of [fitPoints(world, phone), fitPoints(world, { ...phone, height: 420 })]) {
    const { project } = createProjection(constrainView(view))
    const xs = world.map((point) => project({ ...point, lng: unwrapLongitude(point.lng, view.center.lng) })[0])
    const shown = xs.filter((x) => x >= 31.9 && x <= 328.1)
    expect(shown.length).toBeGreaterThanOrEqual(5)
  }
})

test('keeps the most places in view where not all fit', () => {
  const many = [at(0), at(10), at(20), at(-120), at(120)]
  const view = fitPoints(many, { width: 120, height: 500, paddingPx: 10 })
  expect(view.center.lng).toBeCloseTo(10, 6)
})
