import { categories, type GroupId, groupIds } from '#app/features/categories/categories.ts'
import type { SpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import type { ListItem } from './list-page.ts'

/** An item with its number in the whole list, from 1. */
export interface NumberedItem extends ListItem {
  number: number
}

/** The search parameter that leaves out the spots where the viewer has been. */
export const NOT_BEEN = { name: 'been', value: '0' } as const

/** Returns the items that pass the filters, numbered by their place in the whole list. */
export function filterItems(items: ListItem[], filter: SpotFilter, notBeenOnly: boolean): NumberedItem[] {
  return items
    .map((item, index) => ({ ...item, number: index + 1 }))
    .filter((item) => (!notBeenOnly || !item.has_been) && matches(item, filter))
}

function matches({ spot, note }: ListItem, filter: SpotFilter): boolean {
  const text = `${spot.title} ${note} ${spot.tags.join(' ')}`.toLowerCase()
  return (
    (filter.categories.length === 0 || filter.categories.includes(spot.category)) &&
    (filter.minRating === null || (spot.rating_average ?? 0) >= filter.minRating) &&
    (!filter.hasPhotos || spot.photo_count > 0) &&
    (filter.access.length === 0 || filter.access.includes(spot.access)) &&
    filter.tags.every((tag) => spot.tags.includes(tag)) &&
    filter.words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word))
  )
}

/** Counts the items of each group, for those that occur, most first. */
export function countGroups(items: ListItem[]): { group: GroupId; count: number }[] {
  return groupIds
    .map((group) => ({ group, count: items.filter(({ spot }) => categories[spot.category].group === group).length }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
}
