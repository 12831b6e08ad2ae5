import { expect, test } from 'vitest'
import { cutLines, cutPolygons } from './antimeridian.ts'

const overTheLine = [
  [170, 10],
  [170, -10],
  [-170, -10],
  [-170, 10],
  [170, 10],
].toReversed()

test('splits a polygon across the antimeridian into two', () => {
  const parts = cutPolygons({ type: 'Polygon', coordinates: [overTheLine] })
  expect(parts).toHaveLength(2)
  for (const { coordinates } of parts) {
    const longitudes = coordinates[0]?.map(([longitude = 0]) => longitude) ?? []
    expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeLessThan(11)
  }
})

test('keeps a lake in split land as a hole on its own side', () => {
  const lake = [
    [172, 5],
    [176, 5],
    [176, -5],
    [172, -5],
    [172, 5],
  ].toReversed()
  const parts = cutPolygons({ type: 'Polygon', coordinates: [overTheLine, lake] })
  expect(parts.map(({ coordinates }) => coordinates.length).toSorted()).toEqual([1, 2])
})

test('leaves polygons elsewhere unchanged', () => {
  const coordinates = [
    [
      [0, 0],
      [0, 1],
      [1, 1],
      [0, 0],
    ],
  ]
  expect(cutPolygons({ type: 'Polygon', coordinates })[0]?.coordinates).toBe(coordinates)
})

test('splits a line across the antimeridian in two', () => {
  const lines = cutLines({
    type: 'MultiLineString',
    coordinates: [
      [
        [179, 0],
        [-179, 0],
      ],
      [
        [0, 0],
        [1, 1],
      ],
    ],
  })
  expect(lines).toHaveLength(3)
})
