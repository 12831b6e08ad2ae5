import type { LngLat } from '#app/features/map/map-view.ts'
import { distanceMeters } from '#app/lib/geo/distance.ts'
import type { NumberedItem } from './list-filter.ts'

export const orderIds = ['list', 'name', 'nearest', 'newest'] as const

/** The order of the rows. Numbers stay those of the list. */
export type ListOrder = (typeof orderIds)[number]

export const orderWords: Record<ListOrder, string> = {
  list: 'list order',
  name: 'name',
  nearest: 'nearest',
  newest: 'newest',
}

/** The search parameter of the order. Without it, or with an unknown value, the list has its own order. */
export const ORDER = 'order'

export function parseListOrder(parameters: URLSearchParams): ListOrder {
  return orderIds.find((id) => id === parameters.get(ORDER)) ?? 'list'
}

/** Sorts the items of a list. `center` is the middle of the map. */
export function orderItems(items: NumberedItem[], order: ListOrder, center: LngLat): NumberedItem[] {
  switch (order) {
    case 'list':
      return items
    case 'name': {
      // Sorts alike on the server and in any browser.
      const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
      return items.toSorted((one, other) => compare(one.spot.title, other.spot.title))
    }
    case 'nearest':
      return items
        .map((item) => ({ item, meters: distanceMeters(center, item.spot) }))
        .toSorted((one, other) => one.meters - other.meters)
        .map(({ item }) => item)
    case 'newest':
      return items.toSorted((one, other) => Date.parse(other.added_at) - Date.parse(one.added_at))
  }
}
