import { expect, test } from 'vitest'
import { distanceMeters, formatDistance, formatDistanceWords } from './distance.ts'

const turin = { lng: 7.6869, lat: 45.0703 }
const milan = { lng: 9.19, lat: 45.4642 }

test('measures along the great circle', () => {
  expect(distanceMeters(turin, milan)).toBeGreaterThan(125_000)
  expect(distanceMeters(turin, milan)).toBeLessThan(126_500)
  expect(distanceMeters(turin, turin)).toBe(0)
})

test('takes the short way across the antimeridian', () => {
  expect(distanceMeters({ lng: 179.9, lat: 0 }, { lng: -179.9, lat: 0 })).toBeCloseTo(22_239, -1)
})

test('returns a finite distance to the antipode', () => {
  expect(distanceMeters({ lng: 0, lat: 0 }, { lng: 180, lat: 0 })).toBeCloseTo(Math.PI * 6_371_008.8, 0)
})

test('rounds to the precision that a walker needs', () => {
  expect([0, 64.6, 644, 996, 2_449, 9_960, 187_300, 1_204_000].map(formatDistance)).toEqual([
    '0 m',
    '65 m',
    '640 m',
    '1 km',
    '2.4 km',
    '10 km',
    '187 km',
    '1,204 km',
  ])
})

test('uses singular and plural units in words', () => {
  expect([1, 65, 1000, 2400].map(formatDistanceWords)).toEqual([
    '1 metre',
    '65 metres',
    '1 kilometre',
    '2.4 kilometres',
  ])
})
