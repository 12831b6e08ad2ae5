import type { Position } from 'geojson'
import { expect, test } from 'vitest'
import { measureSide, shrinkIslets } from './islets.ts'

const SIZE = 1 / 360

function square(x: number, y: number, side: number): Position[] {
  return [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
    [x, y],
  ]
}

test('draws a small island as a dot in its middle', () => {
  const [dot = []] = shrinkIslets([square(10.2, 0.2, 0.4)], SIZE, SIZE / 10)
  expect(dot).toHaveLength(2)
  expect(((dot[0]?.[0] ?? 0) + (dot[1]?.[0] ?? 0)) / 2).toBeCloseTo(10.4)
  expect(dot[0]?.[1]).toBeCloseTo(0.4)
})

test('keeps larger islands and open lines', () => {
  const lines = [
    square(0, 0, 3),
    [
      [20, 0],
      [20.1, 0],
    ],
  ]
  expect(shrinkIslets(lines, SIZE, 0)).toEqual(lines)
})

test('draws one of several islets at the same place', () => {
  expect(shrinkIslets([square(10.1, 0.1, 0.3), square(10.5, 0.5, 0.3)], SIZE, 0)).toHaveLength(1)
})

test('omits islets beside a longer coast, even between its points', () => {
  const coast = [
    [0, 0.5],
    [10, 0.5],
  ]
  expect(shrinkIslets([coast, square(5.3, 0.3, 0.3)], SIZE, 0)).toEqual([coast])
})

test('omits islets that are too small to see', () => {
  expect(shrinkIslets([square(10, 0, 0.05)], SIZE, SIZE / 4)).toEqual([])
})

test('measures the side of a square with the same area', () => {
  expect(measureSide(square(0, 0, 2)) * 360).toBeCloseTo(2, 2)
})
