import { expect, test } from 'vitest'
import { noFilter } from '#app/features/explore/filters/spot-filter.ts'
import { findCursor, linkToFilterForm, linkToNextPage, withoutFilters } from './plain-pages.ts'

const place = { lat: 45, lng: 7.5, zoom: 9 }

test('continues the list at the same place with the same filters', () => {
  const { search } = linkToNextPage(new URLSearchParams('rating=4&filters=1&cursor=old'), place, '0.5_abcdefgh')
  expect(search).toBe('?rating=4&lat=45&lng=7.5&z=9&cursor=0.5_abcdefgh')
  expect(findCursor(new URLSearchParams(search))).toBe('0.5_abcdefgh')
})

test('ignores a cursor that the database would reject', () => {
  expect(findCursor(new URLSearchParams('cursor=x'))).toBeUndefined()
  expect(findCursor(new URLSearchParams())).toBeUndefined()
})

test('opens the form with all filters on the first page of the list', () => {
  expect(linkToFilterForm(new URLSearchParams('photos=1&cursor=0.5_abcdefgh'))).toEqual({
    search: '?photos=1&filters=1',
  })
})

test('keeps the place, the member and the list when all filters are removed', () => {
  const parameters = new URLSearchParams('list=abc&by=mara&rating=4&lat=45&filters=1')
  expect(withoutFilters(parameters, { ...noFilter, by: 'mara' }).toString()).toBe('list=abc&lat=45&by=mara')
})
