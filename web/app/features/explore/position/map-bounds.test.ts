import { expect, test } from 'vitest'
import { containsPosition, widthInDegrees } from '#app/features/explore/position/map-bounds.ts'

const alps = { west: 5, south: 44, east: 17, north: 48 }
const fiji = { west: 176, south: -20, east: -178, north: -15 }

test('measures the width of a view, even across the antimeridian', () => {
  expect([alps, fiji].map(widthInDegrees)).toEqual([12, 6])
})

test('contains positions inside and on the edges only', () => {
  expect(containsPosition(alps, 7.7, 45.1)).toBe(true)
  expect(containsPosition(alps, 17, 48)).toBe(true)
  expect(containsPosition(alps, 17.1, 45)).toBe(false)
  expect(containsPosition(alps, 7.7, 43.9)).toBe(false)
})

test('contains both sides of the antimeridian', () => {
  expect([176, 179.9, 180, -180, -178].map((lng) => containsPosition(fiji, lng, -17))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
  expect([175.9, 0, -177.9].map((lng) => containsPosition(fiji, lng, -17))).toEqual([false, false, false])
})
