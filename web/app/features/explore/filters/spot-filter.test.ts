import fc from 'fast-check'
import { expect, test } from 'vitest'
import { categoryIds } from '#app/features/categories/categories.ts'
import {
  accessIds,
  countFilters,
  noFilter,
  parseSpotFilter,
  sortIds,
  toggleGroup,
  writeSpotFilter,
} from './spot-filter.ts'

test('has no filter without parameters', () => {
  expect(parseSpotFilter(new URLSearchParams())).toEqual(noFilter)
  expect(writeSpotFilter(noFilter).toString()).toBe('')
})

test('parses the filters that it writes', () => {
  const tag = fc.stringMatching(/^[a-z0-9][a-z0-9 -]{0,20}[a-z0-9]$/)
  const filter = fc.record({
    categories: fc.subarray(categoryIds),
    minRating: fc.constantFrom(null, 1, 2, 3, 4, 5),
    hasPhotos: fc.boolean(),
    access: fc.subarray([...accessIds]),
    tags: fc.uniqueArray(tag, { maxLength: 12 }),
    words: fc.string({ maxLength: 100 }).map((text) => text.trim()),
    sort: fc.constantFrom(...sortIds),
    by: fc.option(fc.stringMatching(/^[a-z0-9_.-]{1,40}$/)),
  })
  fc.assert(
    fc.property(filter, (requested) => {
      expect(parseSpotFilter(new URLSearchParams(writeSpotFilter(requested).toString()))).toEqual(requested)
    }),
  )
})

test('ignores invalid values', () => {
  const odd = new URLSearchParams('kind=castle,dragon&rating=9&photos=yes&access=bribe&sort=worst&tag=,,&q=%20')
  expect(parseSpotFilter(odd)).toEqual({ ...noFilter, categories: ['castle'] })
})

test('keeps other parameters and removes unset filters', () => {
  const written = writeSpotFilter({ ...noFilter, minRating: 4 }, new URLSearchParams('lat=45&lng=7&z=12&photos=1'))
  expect(written.toString()).toBe('lat=45&lng=7&z=12&rating=4')
})

test('counts the active filters, but neither words nor order', () => {
  expect(countFilters({ ...noFilter, categories: ['cafe', 'bar'], hasPhotos: true, words: 'x', sort: 'newest' })).toBe(
    3,
  )
})

test('reads and writes whole groups', () => {
  const filter = parseSpotFilter(new URLSearchParams('group=green&kind=cafe&kind=bar'))
  expect(filter.categories).toEqual(['garden', 'wood', 'cafe', 'bar'])
  expect(writeSpotFilter(filter).toString()).toBe('group=green&kind=cafe&kind=bar')
  expect(countFilters(filter)).toBe(3)
})

test('toggles a whole group', () => {
  const some = { ...noFilter, categories: ['wood', 'bar'] } satisfies typeof noFilter
  const whole = toggleGroup(some, 'green')
  expect(whole.categories).toEqual(['garden', 'wood', 'bar'])
  expect(toggleGroup(whole, 'green').categories).toEqual(['bar'])
})
