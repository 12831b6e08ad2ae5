import { expect, test } from 'vitest'
import { findExplorePlace, formatExplorePlace } from '#app/features/explore/explore-place.ts'

const find = (at: string) => findExplorePlace(new URLSearchParams({ at }))

test('an address names a place, and comes back as it was', () => {
  expect(find('45.0703,7.6869,12.5')).toEqual({ lat: 45.0703, lng: 7.6869, zoom: 12.5 })
  expect(formatExplorePlace({ lat: 45.0703, lng: 7.6869, zoom: 12.5 })).toBe('45.0703,7.6869,12.5')
})

test('an address is no finer than the map', () => {
  expect(formatExplorePlace({ lat: 45.070_312_345, lng: 7.686_912_345, zoom: 3 })).toBe('45.1,7.7,3')
})

test.each(['', '45,7', '91,0,3', '0,181,3', '0,0,99', 'a,b,c', '1e1,0,3'])('%j names no place', (at) => {
  expect(find(at)).toBeNull()
})
