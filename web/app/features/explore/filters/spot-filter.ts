import * as v from 'valibot'
import {
  categories,
  categoryIds,
  type GroupId,
  groupIds,
  listCategoriesOf,
} from '#app/features/categories/categories.ts'

/** The access to a spot: `spots.access`. */
export const accessIds = ['free', 'fee', 'customers', 'permit', 'unknown'] as const
/** The orders of the list; the first is the default. */
export const sortIds = ['best', 'newest', 'nearest'] as const

const Word = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))
const Rating = v.pipe(v.string(), v.regex(/^[1-5]$/), v.transform(Number))

/** The filters for spots in view. Empty lists, null and false match any spot. */
export interface SpotFilter {
  categories: (typeof categoryIds)[number][]
  minRating: number | null
  hasPhotos: boolean
  access: (typeof accessIds)[number][]
  tags: string[]
  words: string
  sort: (typeof sortIds)[number]
  /** The username of the member whose spots are shown. */
  by: string | null
}

/** No filter at all. */
export const noFilter: SpotFilter = {
  categories: [],
  minRating: null,
  hasPhotos: false,
  access: [],
  tags: [],
  words: '',
  sort: 'best',
  by: null,
}

/**
 * Parses the filters of a URL: by, q, kind, group, rating, photos, access, tag, sort. A category is `kind` in the URL,
 * because shared links use that name. A group stands for all its categories. Invalid values are ignored, so that an old
 * or mistyped link still shows a map.
 */
export function parseSpotFilter(parameters: URLSearchParams): SpotFilter {
  const list = (name: string) => parameters.getAll(name).flatMap((value) => value.split(','))
  const pick = <const T extends string>(values: string[], known: readonly T[]) =>
    known.filter((id) => values.includes(id))
  const rating = v.safeParse(Rating, parameters.get('rating'))
  const words = v.safeParse(Word, parameters.get('q'))
  const by = v.safeParse(Word, parameters.get('by'))
  const tags = list('tag').flatMap((tag) => {
    const parsed = v.safeParse(Word, tag)
    return parsed.success ? [parsed.output.toLowerCase()] : []
  })
  const wantedGroups = pick(list('group'), groupIds)
  return {
    categories: pick([...list('kind'), ...wantedGroups.flatMap(listCategoriesOf)], categoryIds),
    minRating: rating.success ? rating.output : null,
    hasPhotos: parameters.get('photos') === '1',
    access: pick(list('access'), accessIds),
    tags: [...new Set(tags)].slice(0, 12),
    words: words.success ? words.output : '',
    sort: pick([parameters.get('sort') ?? ''], sortIds)[0] ?? 'best',
    by: by.success ? by.output : null,
  }
}

/** Writes the filters into a URL: only those that are set, always in the same order. Keeps other parameters. */
export function writeSpotFilter(filter: SpotFilter, parameters = new URLSearchParams()): URLSearchParams {
  const written = new URLSearchParams(parameters)
  const wholeGroups = listWholeGroups(filter)
  const values = {
    by: [filter.by ?? ''],
    q: [filter.words],
    group: wholeGroups,
    kind: filter.categories.filter((id) => !wholeGroups.includes(categories[id].group)),
    rating: [filter.minRating?.toString() ?? ''],
    photos: [filter.hasPhotos ? '1' : ''],
    access: filter.access,
    tag: filter.tags,
    sort: [filter.sort === 'best' ? '' : filter.sort],
  }
  for (const [name, entries] of Object.entries(values)) {
    written.delete(name)
    for (const entry of entries) if (entry !== '') written.append(name, entry)
  }
  return written
}

/** Lists the groups whose categories are all selected. */
export function listWholeGroups(filter: Pick<SpotFilter, 'categories'>): GroupId[] {
  return groupIds.filter((group) => listCategoriesOf(group).every((id) => filter.categories.includes(id)))
}

/** Selects all categories of a group, or none of them if all were selected. */
export function toggleGroup(filter: SpotFilter, group: GroupId): SpotFilter {
  const others = filter.categories.filter((id) => categories[id].group !== group)
  if (listWholeGroups(filter).includes(group)) return { ...filter, categories: others }
  const members = listCategoriesOf(group)
  return { ...filter, categories: categoryIds.filter((id) => others.includes(id) || members.includes(id)) }
}

/** Counts the filters that are set. A whole group counts once; words, order and member do not count. */
export function countFilters(filter: SpotFilter): number {
  const wholeGroups = listWholeGroups(filter)
  const single = filter.categories.filter((id) => !wholeGroups.includes(categories[id].group))
  const switches = [filter.minRating !== null, filter.hasPhotos].filter(Boolean).length
  return switches + wholeGroups.length + single.length + filter.access.length + filter.tags.length
}
