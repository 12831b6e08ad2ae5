import * as v from 'valibot'
import {
  categories,
  categoryIds,
  type GroupId,
  groupIds,
  listCategoriesOf,
} from '#app/features/categories/categories.ts'

/** What it takes to get in: `spots.access`. */
export const accessIds = ['free', 'fee', 'customers', 'permit', 'unknown'] as const
/** Orders of the list; the first is the default. */
export const sortIds = ['best', 'newest', 'nearest'] as const

const Word = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))
const Rating = v.pipe(v.string(), v.regex(/^[1-5]$/), v.transform(Number))

/** What of the spots in view is wanted. Empty lists, null and false mean any. */
export interface SpotFilter {
  kinds: (typeof categoryIds)[number][]
  minRating: number | null
  hasPhotos: boolean
  access: (typeof accessIds)[number][]
  tags: string[]
  words: string
  sort: (typeof sortIds)[number]
}

/** No filter at all. */
export const noFilter: SpotFilter = {
  kinds: [],
  minRating: null,
  hasPhotos: false,
  access: [],
  tags: [],
  words: '',
  sort: 'best',
}

/**
 * Reads the filters of an address: q, kind, group, rating, photos, access, tag, sort. A group stands for all of its kinds. What is
 * not understood counts as not set: an old or mistyped link still shows a map.
 */
export function parseSpotFilter(parameters: URLSearchParams): SpotFilter {
  const list = (name: string) => parameters.getAll(name).flatMap((value) => value.split(','))
  const pick = <const T extends string>(values: string[], known: readonly T[]) =>
    known.filter((id) => values.includes(id))
  const rating = v.safeParse(Rating, parameters.get('rating'))
  const words = v.safeParse(Word, parameters.get('q'))
  const tags = list('tag').flatMap((tag) => {
    const parsed = v.safeParse(Word, tag)
    return parsed.success ? [parsed.output.toLowerCase()] : []
  })
  const wantedGroups = pick(list('group'), groupIds)
  return {
    kinds: pick([...list('kind'), ...wantedGroups.flatMap(listCategoriesOf)], categoryIds),
    minRating: rating.success ? rating.output : null,
    hasPhotos: parameters.get('photos') === '1',
    access: pick(list('access'), accessIds),
    tags: [...new Set(tags)].slice(0, 12),
    words: words.success ? words.output : '',
    sort: pick([parameters.get('sort') ?? ''], sortIds)[0] ?? 'best',
  }
}

/** Writes the filters into an address: only those that are set, always in the same order, other parameters untouched. */
export function writeSpotFilter(filter: SpotFilter, parameters = new URLSearchParams()): URLSearchParams {
  const written = new URLSearchParams(parameters)
  const wholeGroups = listWholeGroups(filter)
  const values = {
    q: [filter.words],
    group: wholeGroups,
    kind: filter.kinds.filter((kind) => !wholeGroups.includes(categories[kind].group)),
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

/** The groups of which every kind is wanted. */
export function listWholeGroups({ kinds }: Pick<SpotFilter, 'kinds'>): GroupId[] {
  return groupIds.filter((group) => listCategoriesOf(group).every((kind) => kinds.includes(kind)))
}

/** The same filter with all kinds of a group, or with none of them if it had all. */
export function toggleGroup(filter: SpotFilter, group: GroupId): SpotFilter {
  const others = filter.kinds.filter((kind) => categories[kind].group !== group)
  if (listWholeGroups(filter).includes(group)) return { ...filter, kinds: others }
  const members = listCategoriesOf(group)
  return { ...filter, kinds: categoryIds.filter((id) => others.includes(id) || members.includes(id)) }
}

/** How many filters are set: a whole group counts once, the words and the order do not. */
export function countFilters(filter: SpotFilter): number {
  const wholeGroups = listWholeGroups(filter)
  const kinds = filter.kinds.filter((kind) => !wholeGroups.includes(categories[kind].group))
  const switches = [filter.minRating !== null, filter.hasPhotos].filter(Boolean).length
  return switches + wholeGroups.length + kinds.length + filter.access.length + filter.tags.length
}
