import { expect, test } from 'vitest'
import { noFilter } from '#app/features/explore/filters/spot-filter.ts'
import { createSpotSummary } from '#app/features/spots/spot-test-factory.ts'
import { countGroups, filterItems } from './list-filter.ts'
import type { ListItem } from './list-page.ts'

function createItem(
  title: string,
  item: Partial<ListItem> = {},
  category: ListItem['spot']['category'] = 'station',
): ListItem {
  return {
    spot: { ...createSpotSummary({ title, category }), access: 'free' },
    note: '',
    position: 1,
    is_cover: false,
    added_at: '2026-01-01T00:00:00Z',
    added_by: null,
    has_been: false,
    ...item,
  }
}

const items = [
  createItem('Nervi', { has_been: true }),
  createItem('Camogli', {}, 'coast'),
  createItem('Zoagli', { note: 'Mind the freight trains' }),
]
const show = (...filter: Parameters<typeof filterItems> extends [unknown, ...infer Rest] ? Rest : never) =>
  filterItems(items, ...filter).map(({ number, spot }) => `${number} ${spot.title}`)

test('keeps the numbers of the whole list', () => {
  expect(show(noFilter, false)).toEqual(['1 Nervi', '2 Camogli', '3 Zoagli'])
  expect(show(noFilter, true)).toEqual(['2 Camogli', '3 Zoagli'])
  expect(show({ ...noFilter, categories: ['station'] }, false)).toEqual(['1 Nervi', '3 Zoagli'])
})

test('finds words in titles and notes', () => {
  expect(show({ ...noFilter, words: 'FREIGHT' }, false)).toEqual(['3 Zoagli'])
  expect(show({ ...noFilter, words: 'camogli trains' }, false)).toEqual([])
})

test('counts the groups that occur, the largest first', () => {
  expect(countGroups(items).map(({ count }) => count)).toEqual([2, 1])
})
