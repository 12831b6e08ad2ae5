import { expect, test } from 'vitest'
import { findLocatorBounds, toLocator } from './locator.ts'

test('returns the sheet of known places', () => {
  expect(toLocator({ lng: 7.6969, lat: 45.0678 })).toBe('JN35UB')
  expect(toLocator({ lng: 7.0773, lat: 45.2036 })).toBe('JN35ME')
  expect(toLocator({ lng: 0, lat: 0 })).toBe('JJ00AA')
})

test('returns a sheet for the pole and for longitude 180', () => {
  expect(toLocator({ lng: 180, lat: 90 })).toBe('RR99XX')
  expect(toLocator({ lng: -180, lat: -90 })).toBe('AA00AA')
})

test('returns bounds that contain the point', () => {
  for (const point of [
    { lng: 7.6969, lat: 45.0678 },
    { lng: -179.99, lat: -89.99 },
    { lng: 151.2, lat: -33.87 },
  ]) {
    const bounds = findLocatorBounds(toLocator(point).toLowerCase())
    expect(bounds?.west).toBeLessThanOrEqual(point.lng)
    expect(bounds?.east).toBeGreaterThan(point.lng)
    expect(bounds?.south).toBeLessThanOrEqual(point.lat)
    expect(bounds?.north).toBeGreaterThan(point.lat)
  }
})

test('returns null for text that is not a locator', () => {
  expect(['', 'JN35', 'SN35UB', 'JN35UY', 'JN3AUB', 'JN35UB00'].map(findLocatorBounds)).toEqual(Array(6).fill(null))
})
