import fc from 'fast-check'
import { expect, test } from 'vitest'
import { containsPosition, listMapCells, toMapCell } from '#app/features/explore/map-cells.ts'

const position = fc.record({
  lng: fc.double({ min: -180, max: 179.999_999, noNaN: true }),
  lat: fc.double({ min: -89, max: 89, noNaN: true }),
})

test('a cell lies in the cell above it', () => {
  fc.assert(
    fc.property(position, fc.integer({ min: 1, max: 26 }), ({ lng, lat }, level) => {
      expect(toMapCell(lng, lat, level) >> 2n).toBe(toMapCell(lng, lat, level - 1))
    }),
  )
})

test('every position in a view lies in one of its cells, across the antimeridian too', () => {
  const view = fc.record({ west: fc.integer({ min: -180, max: 179 }), width: fc.integer({ min: 1, max: 120 }) })
  fc.assert(
    fc.property(view, position, ({ west, width }, { lng, lat }) => {
      const end = west + width
      const bounds = { west, east: end > 180 ? end - 360 : end, south: -60, north: 70 }
      fc.pre(containsPosition(bounds, lng, lat))
      expect(listMapCells(bounds, 5)).toContain(toMapCell(lng, lat, 5))
    }),
  )
})

test('the whole world is each cell once', () => {
  const cells = listMapCells({ west: -180, south: -90, east: 180, north: 90 }, 3)
  expect(cells.length).toBe(64)
  expect(new Set(cells).size).toBe(64)
})

test('the poles and both names of the antimeridian have a cell', () => {
  expect(toMapCell(0, 90, 4)).toBe(toMapCell(0, 86, 4))
  expect(toMapCell(180, 10, 8)).toBe(toMapCell(-180, 10, 8))
})
