import { expect, test } from 'vitest'
import { noFilter } from '#app/features/explore/filters/spot-filter.ts'
import { describeEmptyView, describeMiss, describeRemoval, listSetFilters } from './filter-words.ts'

test('explains why nothing was found', () => {
  expect(describeMiss({ ...noFilter, words: 'lighthouse', minRating: 4 })).toBe(
    'No spot in this part of the map matches “lighthouse” with a rating of four or more.',
  )
  expect(describeMiss({ ...noFilter, hasPhotos: true, categories: ['bar'], tags: ['night'] })).toBe(
    'No spot in this part of the map matches the filters “night”, “Has photos” and “Bar & brewery”.',
  )
  expect(describeMiss({ ...noFilter, minRating: 4 })).toBe(
    'No spot in this part of the map matches the filter “Rated 4 and up”.',
  )
  expect(describeMiss({ ...noFilter, words: 'mill' })).toBe('No spot in this part of the map matches “mill”.')
  expect(describeMiss(noFilter)).toBe('')
})

test('says that an area has no spots yet only without filters', () => {
  expect(describeEmptyView({ ...noFilter, sort: 'newest', by: 'walker' })).toBe('No spots here yet')
  expect(describeEmptyView({ ...noFilter, hasPhotos: true })).toBe('No matching spots here')
  expect(describeEmptyView({ ...noFilter, words: 'mill' })).toBe('No matching spots here')
})

test('lists each active filter with the filter that remains without it', () => {
  const filter = {
    ...noFilter,
    words: 'mill',
    minRating: 4,
    categories: ['garden', 'wood', 'bar'],
  } satisfies typeof noFilter
  const set = listSetFilters(filter)
  expect(set.map(({ words }) => words)).toEqual(['mill', 'Rated 4 and up', 'Green', 'Bar & brewery'])
  expect(set[0]?.without).toEqual({ ...filter, words: '' })
  expect(set[2]?.without.categories).toEqual(['bar'])
  expect(set[3]?.without.categories).toEqual(['garden', 'wood'])
})

test('counts filters in words', () => {
  expect([1, 2, 11].map(describeRemoval)).toEqual(['Remove the filter', 'Remove two filters', 'Remove 11 filters'])
})
