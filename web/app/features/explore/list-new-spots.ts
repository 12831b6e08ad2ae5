import { wrapLongitude } from '#app/features/map/map-view.ts'
import { toArrayLiteral } from '#app/lib/array-literal.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'
import type { SpotFilter } from './filters/spot-filter.ts'
import { type MapBounds, widthInDegrees } from './position/map-bounds.ts'

/** The maximum count, shown as "100 new spots". */
const LIMIT = 100

/** Returns the time at which the newest spot was published that others can see. Null if there is none. */
export async function findNewestPublication(supabase: Supabase): Promise<string | null> {
  const spots = openSpots(supabase).not('published_at', 'is', null).order('published_at', { ascending: false }).limit(1)
  return takeData(await spots)[0]?.published_at ?? null
}

/** Returns the ids of the spots in a view that match its filters and were published after a time. */
export async function listNewSpots(
  supabase: Supabase,
  { bounds, filter }: { bounds: MapBounds; filter: SpotFilter },
  since: string,
): Promise<string[]> {
  let spots = openSpots(supabase).gt('published_at', since).gte('lat', bounds.south).lte('lat', bounds.north)
  const [west, east] = [wrapLongitude(bounds.west), wrapLongitude(bounds.east)]
  if (widthInDegrees(bounds) < 360) {
    spots = west <= east ? spots.gte('lng', west).lte('lng', east) : spots.or(`lng.gte.${west},lng.lte.${east}`)
  }
  if (filter.categories.length > 0) spots = spots.in('category', filter.categories)
  if (filter.access.length > 0) spots = spots.in('access', filter.access)
  if (filter.tags.length > 0) spots = spots.contains('tags', toArrayLiteral(filter.tags))
  if (filter.minRating !== null) spots = spots.gte('rating_average', filter.minRating)
  if (filter.hasPhotos) spots = spots.gt('photo_count', 0)
  const words = toSearchQuery(filter.words)
  if (words) spots = spots.textSearch('search', words, { config: 'simple' })
  return takeData(await spots.limit(LIMIT)).map(({ id }) => id)
}

function openSpots(supabase: Supabase) {
  return supabase
    .from('spots')
    .select('id, published_at')
    .eq('status', 'published')
    .in('visibility', ['public', 'members'])
}

/** Writes words like `private.to_search_query` does: prefix matches of all of them, without case and accents. */
export function toSearchQuery(words: string): string {
  const folded = words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return folded
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 8)
    .map((word) => `'${word}':*`)
    .join(' & ')
}
