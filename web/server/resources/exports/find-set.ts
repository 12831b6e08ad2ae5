import { categories, isCategoryId } from '#app/features/categories/categories.ts'
import { parseSpotFilter, type SpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import type { SpotPages } from '#app/features/spots/exports/export-response.ts'
import { toArrayLiteral } from '#app/lib/array-literal.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import { parseBounds, withinBounds } from './bounds.ts'
import { type Narrow, readListSpots, readOwnSpots, readShownSpots, readStorySpots } from './spot-pages.ts'

/** A set of spots that the viewer sees on one screen. */
export interface SpotSet {
  title: string
  pages: SpotPages
}

/** Thrown for an invalid request for a set. The message is a sentence for the client. */
export class InvalidSetError extends Error {
  override name = 'InvalidSetError'
}

/** Finds the spots of a city, of one category if the query names one. Null for an unknown city. */
export async function findCitySet(supabase: Supabase, slug: string, search: URLSearchParams): Promise<SpotSet | null> {
  const query = supabase.from('cities').select('id, name, country_name').eq('slug', slug)
  const city = findData(await query.maybeSingle())
  if (!city) return null
  const kind = search.get('kind') ?? ''
  const category = isCategoryId(kind) ? kind : null
  const place = `${city.name}, ${city.country_name}`
  return {
    title: category ? `${categories[category].name}: ${place}` : place,
    pages: readShownSpots(supabase, (spots) => {
      const there = spots.eq('city_id', city.id)
      return category ? there.eq('category', category) : there
    }),
  }
}

/** Finds the spots of a story. Null for one that the viewer may not see. */
export async function findStorySet(supabase: Supabase, slug: string): Promise<SpotSet | null> {
  const story = findData(await supabase.from('posts').select('id, title').eq('slug', slug).maybeSingle())
  return story && { title: story.title, pages: readStorySpots(supabase, story.id) }
}

/** Finds all spots of the signed-in member. */
export function findOwnSet(supabase: Supabase, viewerId: string): SpotSet {
  return { title: 'My spots', pages: readOwnSpots(supabase, viewerId) }
}

/**
 * Finds the spots that the explore screen shows for a query: those of a list or a member, or those that match filters
 * and bounds.
 */
export async function findExploreSet(supabase: Supabase, search: URLSearchParams): Promise<SpotSet | null> {
  const listId = search.get('list')
  if (listId !== null) return findListSet(supabase, listId)
  const filter = parseSpotFilter(search)
  const bounds = parseBounds(search.get('view'))
  if (bounds === 'invalid') throw new InvalidSetError('view must be west,south,east,north in degrees.')
  const member = filter.by === null ? null : await findMember(supabase, filter.by)
  if (filter.by !== null && member === null) return null
  const narrow: Narrow = (query) => {
    const filtered = applyFilter(query, filter)
    const theirs = member ? filtered.eq('author_id', member.id ?? '') : filtered
    return bounds ? withinBounds(theirs, bounds) : theirs
  }
  const title = describeFilter(filter, member && (member.username ?? member.name))
  return { title, pages: readShownSpots(supabase, narrow, filter.words) }
}

async function findListSet(supabase: Supabase, id: string): Promise<SpotSet | null> {
  const list = findData(await supabase.from('lists').select('id, title').eq('id', id).maybeSingle())
  return list && { title: list.title, pages: readListSpots(supabase, list.id) }
}

/** Finds a member whose profile the viewer may see, by the name in any case. */
export async function findMember(supabase: Supabase, username: string) {
  const pattern = username.replace(/[\\%_]/g, '\\$&')
  const query = supabase.from('profiles').select('id, username, name').ilike('username', pattern)
  return findData(await query.limit(1).maybeSingle())
}

/** Narrows a query to the spots that match filters of the map. Words are left to the query itself. */
export function applyFilter(query: Parameters<Narrow>[0], filter: SpotFilter): ReturnType<Narrow> {
  let filtered = query
  if (filter.categories.length > 0) filtered = filtered.in('category', filter.categories)
  if (filter.minRating !== null) filtered = filtered.gte('rating_average', filter.minRating)
  if (filter.hasPhotos) filtered = filtered.gt('photo_count', 0)
  if (filter.access.length > 0) filtered = filtered.in('access', filter.access)
  if (filter.tags.length > 0) filtered = filtered.contains('tags', toArrayLiteral(filter.tags))
  return filtered
}

/** Returns a name for a set by its search text, tags and categories. */
export function describeFilter({ words, tags, categories: wanted }: SpotFilter, member: string | null): string {
  const kinds = wanted.length <= 3 ? wanted.map((id) => categories[id].name) : []
  const parts = [words, ...tags.map((tag) => `#${tag}`), ...kinds].filter(Boolean).join(', ')
  if (member) return parts ? `${parts} by ${member}` : `Spots by ${member}`
  return parts || 'Spots'
}
