import { expect, test } from 'vitest'
import { findMapPosition, writeMapPosition } from './map-position.ts'

const find = (search: string) => findMapPosition(new URLSearchParams(search))

test('parses the positions that it writes', () => {
  expect(find('lat=45.0703&lng=7.6869&z=12.5')).toEqual({ lat: 45.0703, lng: 7.6869, zoom: 12.5 })
  expect(writeMapPosition({ lat: 45.0703, lng: 7.6869, zoom: 12.5 }).toString()).toBe('lat=45.0703&lng=7.6869&z=12.5')
})

test('uses the zoom of a town by default', () => {
  expect(find('lat=45.07&lng=7.69')?.zoom).toBe(12)
})

test('writes no more digits than the map can show', () => {
  expect(writeMapPosition({ lat: 45.070_312_345, lng: 7.686_912_345, zoom: 3 }).toString()).toBe('lat=45.1&lng=7.7&z=3')
})

test('keeps other parameters', () => {
  const filters = new URLSearchParams('q=mill&kind=bar&kind=cafe')
  const written = writeMapPosition({ lat: 1, lng: 2, zoom: 3 }, filters)
  expect(written.toString()).toBe('q=mill&kind=bar&kind=cafe&lat=1&lng=2&z=3')
})

test.each([
  '',
  'lat=45',
  'lat=91&lng=0&z=3',
  'lat=0&lng=181&z=3',
  'lat=0&lng=0&z=99',
  'lat=a&lng=b',
  'lat=1e1&lng=0&z=3',
])('returns null for %j', (search) => {
  expect(find(search)).toBeNull()
})
