import { expect, test } from 'vitest'
import { createSpotSummary } from '#app/features/spots/spot-test-factory.ts'
import type { NumberedItem } from './list-filter.ts'
import { type ListOrder, orderItems, parseListOrder } from './list-order.ts'

function createItem(number: number, title: string, lng: number, day: string): NumberedItem {
  const spot = { ...createSpotSummary({ id: `spot${number}`, title, lng, lat: 0 }), access: 'free' as const }
  return {
    number,
    spot,
    note: '',
    position: number,
    is_cover: false,
    added_at: `${day}T00:00:00Z`,
    added_by: null,
    has_been: false,
  }
}

const items = [
  createItem(1, 'Örebro', 10, '2026-03-01'),
  createItem(2, 'Pier 10', 1, '2026-03-03'),
  createItem(3, 'pier 9', 179, '2026-03-02'),
]

test.each<[ListOrder, number[]]>([
  ['list', [1, 2, 3]],
  ['name', [1, 3, 2]],
  ['nearest', [3, 2, 1]],
  ['newest', [2, 3, 1]],
])('sorts by %s and keeps the numbers of the list', (order, numbers) => {
  expect(orderItems(items, order, { lng: -100, lat: 0 }).map(({ number }) => number)).toEqual(numbers)
})

test('reads the order of a URL and ignores unknown ones', () => {
  expect(parseListOrder(new URLSearchParams('order=newest'))).toBe('newest')
  expect(parseListOrder(new URLSearchParams('order=best'))).toBe('list')
  expect(parseListOrder(new URLSearchParams())).toBe('list')
})
