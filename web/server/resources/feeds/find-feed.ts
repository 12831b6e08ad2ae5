import * as v from 'valibot'
import { parseSpotFilter, writeSpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import { listUrl } from '#app/features/lists/list-url.ts'
import { ExportedSpot } from '#app/features/spots/exports/exported-spot.ts'
import { toArrayLiteral } from '#app/lib/array-literal.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import { applyFilter, describeFilter, findMember } from '../exports/find-set.ts'
import { type Narrow, queryShownSpots, selectListItems } from '../exports/spot-pages.ts'
import type { FeedEntry } from './feed.ts'
import { toSpotEntry, toStoryEntry } from './feed-entries.ts'

/** The number of entries of a feed, which is enough for readers that poll regularly. */
export const MAX_ENTRIES = 50

/** The subject of a feed. `path` is its page, relative to the site. */
export interface FoundFeed {
  title: string
  path: string
  entries: FeedEntry[]
}

/**
 * Returns the newest spots of the map, or those that match the filters of the query, or of a list or member that it
 * names.
 */
export async function findSpotFeed(
  visitor: Supabase,
  search: URLSearchParams,
  siteUrl: string,
): Promise<FoundFeed | null> {
  const listId = search.get('list')
  if (listId !== null) return findListFeed(visitor, listId, siteUrl)
  const filter = parseSpotFilter(search)
  const member = filter.by === null ? null : await findMember(visitor, filter.by)
  if (filter.by !== null && !member) return null
  const entries = await listNewest(visitor, { siteUrl, words: filter.words }, (query) => {
    const filtered = applyFilter(query, filter)
    return member ? filtered.eq('author_id', member.id ?? '') : filtered
  })
  const query = writeSpotFilter({ ...filter, sort: 'best' }).toString()
  const title = describeFilter(filter, member && (member.username ?? member.name))
  return { title: title === 'Spots' ? 'New spots' : title, path: query ? `/explore?${query}` : '/explore', entries }
}

/** Returns the newest spots of a city. Null for an unknown one. */
export async function findCityFeed(visitor: Supabase, slug: string, siteUrl: string): Promise<FoundFeed | null> {
  const city = findData(await visitor.from('cities').select('id, name').eq('slug', slug).maybeSingle())
  if (!city) return null
  const entries = await listNewest(visitor, { siteUrl }, (query) => query.eq('city_id', city.id))
  return { title: `New spots in ${city.name}`, path: `/city/${slug}`, entries }
}

/** Returns the newest stories, with a tag if the query has one. Only their summaries: reading one needs an account. */
export async function findStoryFeed(visitor: Supabase, search: URLSearchParams, siteUrl: string): Promise<FoundFeed> {
  const tag = search.get('tag')?.trim().toLowerCase().slice(0, 30)
  let query = visitor
    .from('posts')
    .select(
      'slug, title, summary, tags, published_at, created_at, updated_at, author:profiles!posts_author_id_fkey(username, name)',
    )
    .eq('visibility', 'public')
    .eq('status', 'published')
    .order('published_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(MAX_ENTRIES)
  if (tag) query = query.contains('tags', toArrayLiteral([tag]))
  const entries = (findData(await query) ?? []).map((row) => toStoryEntry(row, siteUrl))
  return { title: tag ? `Stories: #${tag}` : 'Stories', path: '/', entries }
}

/** Returns the latest additions to a public list. Lists that are shared by link have no feed. */
async function findListFeed(visitor: Supabase, id: string, siteUrl: string): Promise<FoundFeed | null> {
  const query = visitor.from('lists').select('id, title').eq('id', id).eq('visibility', 'public').is('hidden_at', null)
  const list = findData(await query.maybeSingle())
  if (!list) return null
  const items = findData(
    await selectListItems(visitor, list.id)
      .eq('spots.visibility', 'public')
      .in('spots.status', ['published', 'closed'])
      .order('created_at', { ascending: false })
      .order('spot_id')
      .limit(MAX_ENTRIES),
  )
  const entries = (items ?? []).map(({ spots, created_at }) => ({
    ...toSpotEntry(v.parse(ExportedSpot, spots), siteUrl),
    publishedAt: new Date(created_at).toISOString(),
  }))
  return { title: list.title, path: listUrl(list.id), entries }
}

async function listNewest(
  visitor: Supabase,
  { siteUrl, words = '' }: { siteUrl: string; words?: string },
  narrow: Narrow,
): Promise<FeedEntry[]> {
  const query = narrow(queryShownSpots(visitor, words)).eq('visibility', 'public')
  // Spots of one import share a time, so their order would otherwise depend on the query plan.
  const newest = query.order('published_at', { ascending: false }).order('id', { ascending: false })
  const rows = findData(await newest.limit(MAX_ENTRIES))
  return v.parse(v.array(ExportedSpot), rows ?? []).map((spot) => toSpotEntry(spot, siteUrl))
}
