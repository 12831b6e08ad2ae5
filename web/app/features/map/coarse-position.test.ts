import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceMeters } from '#app/lib/geo/distance.ts'
import { toCoarsePosition } from './coarse-position.ts'

const positions = fc.record({
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
  lat: fc.double({ min: -85, max: 85, noNaN: true }),
})

test('moves a position by less than 1.7 km', () => {
  fc.assert(
    fc.property(positions, (position) => {
      expect(distanceMeters(position, toCoarsePosition(position))).toBeLessThan(1700)
    }),
  )
})

test('returns the same for all positions of a cell, which hides where in the cell they are', () => {
  fc.assert(
    fc.property(positions, (position) => {
      const coarse = toCoarsePosition(position)
      expect(toCoarsePosition(coarse)).toEqual(coarse)
    }),
  )
})
