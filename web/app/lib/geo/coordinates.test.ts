import { expect, test } from 'vitest'
import { formatDegrees, formatDms } from './coordinates.ts'

test('writes degrees, minutes and seconds with N, S, E or W', () => {
  expect(formatDms({ lng: 7.6969, lat: 45.0678 })).toBe('45°04′04″N 7°41′49″E')
  expect(formatDms({ lng: -70.5, lat: -33.25 })).toBe('33°15′00″S 70°30′00″W')
})

test('never writes sixty seconds', () => {
  expect(formatDms({ lng: 7.99999, lat: 44.99999 })).toBe('45°00′00″N 8°00′00″E')
})

test('treats zero as north and east, even after rounding', () => {
  expect(formatDms({ lng: -0.00001, lat: 0 })).toBe('0°00′00″N 0°00′00″E')
  expect(formatDegrees({ lng: -0.00001, lat: -0 })).toBe('0.0000° N 0.0000° E')
})

test('writes four decimals', () => {
  expect(formatDegrees({ lng: -7.07731, lat: 45.20364 })).toBe('45.2036° N 7.0773° W')
})
