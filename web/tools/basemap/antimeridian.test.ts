import { expect, test } from 'vitest'
import { cutLines, cutPolygons } from './antimeridian.ts'

const overTheLine = [
  [170, 10],
  [170, -10],
  [-170, -10],
  [-170, 10],
  [170, 10],
].toReversed()

test('a polygon over the antimeridian becomes two that stay on their sides', () => {
  const parts = cutPolygons({ type: 'Polygon', coordinates: [overTheLine] })
  expect(parts).toHaveLength(2)
  for (const { coordinates } of parts) {
    const longitudes = coordinates[0]?.map(([longitude = 0]) => longitude) ?? []
    expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeLessThan(11)
  }
})

test('a lake in land that is cut stays a hole of its own side', () => {
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

test('a polygon elsewhere is left as it is', () => {
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

test('a line over the antimeridian is cut in two', () => {
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
