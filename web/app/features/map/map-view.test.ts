import { expect, test } from 'vitest'
import {
  clampLatitude,
  createProjection,
  findBounds,
  fitBounds,
  measureMetersPerPixel,
  unwrapLongitude,
  unwrapRoute,
  wrapLongitude,
} from './map-view.ts'

const turin = { center: { lng: 7.7, lat: 45.07 }, zoom: 12, width: 400, height: 300 }

test('projects the middle of a view to its middle and pixels back to degrees', () => {
  const { project, unproject } = createProjection(turin)
  expect(project(turin.center)[0]).toBeCloseTo(200, 6)
  expect(project(turin.center)[1]).toBeCloseTo(150, 6)
  const { lng, lat } = unproject(...project({ lng: 7.68, lat: 45.1 }))
  expect(lng).toBeCloseTo(7.68, 9)
  expect(lat).toBeCloseTo(45.1, 9)
})

test('shows the world 512 px wide at zoom 0', () => {
  const { project } = createProjection({ center: { lng: 0, lat: 0 }, zoom: 0, width: 512, height: 512 })
  const round = ([x, y]: [number, number]) => `${Math.round(Math.abs(x))} ${Math.round(Math.abs(y))}`
  expect(round(project({ lng: -180, lat: 85.051129 }))).toBe('0 0')
  expect(round(project({ lng: 180, lat: -90 }))).toBe('512 512')
})

test('moves the poles to the edge of the world', () => {
  expect([-90, 45, 90].map(clampLatitude)).toEqual([-85.051129, 45, 85.051129])
})

test('returns the same view when fitted to its own bounds', () => {
  const fitted = fitBounds(findBounds(turin), { width: 400, height: 300, paddingPx: 0 })
  expect(fitted.zoom).toBeCloseTo(12, 6)
  expect(fitted.center.lng).toBeCloseTo(7.7, 6)
  expect(fitted.center.lat).toBeCloseTo(45.07, 6)
})

test('fits a single point at the highest allowed zoom', () => {
  const point = { west: 7.7, east: 7.7, south: 45, north: 45 }
  expect(fitBounds(point, { width: 400, height: 300, maxZoom: 13 }).zoom).toBe(13)
})

test('measures smaller pixels at higher zooms and towards the poles', () => {
  expect(measureMetersPerPixel(0, 0)).toBeCloseTo(78_271.5, 0)
  expect(measureMetersPerPixel(1, 60)).toBeCloseTo(78_271.5 / 4, 0)
})

test('wraps and unwraps longitudes', () => {
  expect(unwrapLongitude(-179, 179)).toBe(181)
  expect(unwrapLongitude(179, -179)).toBe(-181)
  expect(wrapLongitude(181)).toBe(-179)
  expect(wrapLongitude(-541)).toBe(179)
})

test('continues a route across the antimeridian in both directions', () => {
  const at = (...lngs: number[]) => lngs.map((lng) => ({ lng, lat: 0 }))
  expect(unwrapRoute(at(179, -179, 178))).toEqual(at(179, 181, 178))
  expect(unwrapRoute(at(-170, 170))).toEqual(at(-170, -190))
  expect(unwrapRoute(at(139, -118, 2), 250)).toEqual(at(139, 242, 362))
  expect(unwrapRoute([])).toEqual([])
})
