import { type CategoryId, categories, groups } from '#app/features/categories/categories.ts'
import { listWholeGroups, type SpotFilter, toggleGroup } from '#app/features/explore/filters/spot-filter.ts'
import { pickPlural } from '#app/lib/format/numbers.ts'

/** A filter that is set: its label, a shorter one for phones, and the filter without it. */
export interface SetFilter {
  key: string
  words: string
  shortWords: string
  category?: CategoryId
  without: SpotFilter
}

/** The labels of the access filter. */
export const accessWords = {
  free: ['Free to enter', 'Free'],
  fee: ['Entrance fee', 'Entrance fee'],
  customers: ['For customers', 'Customers'],
  permit: ['With a permit', 'Permit'],
  unknown: ['Access not known', 'Access not known'],
} as const

export const sortWords = { best: 'best loved', newest: 'newest', nearest: 'nearest' } as const

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'] as const

/** Lists the filters that are set, in the order of their chips. */
export function listSetFilters(filter: SpotFilter): SetFilter[] {
  const { words, minRating, access, tags } = filter
  const set: SetFilter[] = []
  const add = (key: string, long: string, short: string, without: Partial<SpotFilter>, category?: CategoryId) =>
    set.push({ key, words: long, shortWords: short, without: { ...filter, ...without }, ...(category && { category }) })
  if (words) add('words', words, words, { words: '' })
  for (const tag of tags) add(`tag-${tag}`, tag, tag, { tags: tags.filter((other) => other !== tag) })
  if (minRating !== null) {
    const [long, short] =
      minRating === 5 ? ['Rated 5', 'Rated 5'] : [`Rated ${minRating} and up`, `${minRating} and up`]
    add('rating', long, short, { minRating: null })
  }
  for (const id of access) {
    const [long, short] = accessWords[id]
    add(`access-${id}`, long, short, { access: access.filter((other) => other !== id) })
  }
  if (filter.hasPhotos) add('photos', 'Has photos', 'Photos', { hasPhotos: false })
  const wholeGroups = listWholeGroups(filter)
  for (const group of wholeGroups) {
    add(
      `group-${group}`,
      groups[group],
      groups[group],
      toggleGroup(filter, group),
      filter.categories.find((id) => categories[id].group === group),
    )
  }
  for (const id of filter.categories.filter((other) => !wholeGroups.includes(categories[other].group))) {
    const { name } = categories[id]
    add(`category-${id}`, name, name, { categories: filter.categories.filter((other) => other !== id) }, id)
  }
  return set
}

/** Returns a name for the spots that match filters: "lighthouse, Rated 4 and up". */
export function getResultsTitle(filter: SpotFilter): string {
  const set = listSetFilters(filter)
  return set.length === 0 ? 'Spots' : set.map(({ words }) => words).join(', ')
}

/**
 * Returns why nothing was found: 'No spot in this part of the map matches “lighthouse” with a rating of four or more.'
 * Empty without filters.
 */
export function describeMiss(filter: SpotFilter): string {
  const set = listSetFilters({ ...filter, words: '' })
  if (filter.words === '' && set.length === 0) return ''
  if (filter.words === '') {
    const filters = joinWords(set.map(({ words }) => `“${words}”`))
    return `No spot in this part of the map matches the ${pickPlural(set.length, 'filter', 'filters')} ${filters}.`
  }
  const narrow = set.map(({ key, words }) => (key === 'rating' ? describeRating(filter.minRating) : `“${words}”`))
  const conditions = narrow.length > 0 ? ` with ${joinWords(narrow)}` : ''
  return `No spot in this part of the map matches “${filter.words}”${conditions}.`
}

/** Returns the heading of a view without spots, which is also what its map announces. */
export function describeEmptyView(filter: SpotFilter): string {
  return listSetFilters(filter).length > 0 ? 'No matching spots here' : 'No spots here yet'
}

/** Describes the button that removes filters: "Remove the filter", "Remove two filters", "Remove 12 filters". */
export function describeRemoval(count: number): string {
  return `Remove ${pickPlural(count, 'the filter', `${NUMBERS[count] ?? count} filters`)}`
}

function describeRating(minRating: number | null): string {
  return `a rating of ${NUMBERS[minRating ?? 0]}${minRating === 5 ? '' : ' or more'}`
}

function joinWords(words: string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ')
}
