import * as v from 'valibot'
import { parseSpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import { findEmbedPath } from '#app/features/share/embed-path.ts'
import { EXPORTED_COLUMNS, ExportedSpot } from '#app/features/spots/exports/exported-spot.ts'
import { findMergedSpot } from '#app/features/spots/find-merged-spot.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import { applyFilter, describeFilter, findMember } from '../exports/find-set.ts'

/** The public content of an embed. */
export interface Embed {
  kind: 'spot' | 'list' | 'city' | 'search'
  title: string
  /** The page that the embed stands for, under the base path. */
  path: string
  spots: ExportedSpot[]
}

/** The spots of one embed. Its page leads to the others. */
const MAX_SPOTS = 24
const SHOWN = ['published', 'closed'] as const

/** Finds an embed by its path and query, as a visitor. Null for content that visitors may not see. */
export async function findEmbed(
  supabase: Supabase,
  kind: string,
  id: string,
  search: URLSearchParams,
): Promise<Embed | null> {
  switch (kind) {
    case 'spot':
      return findSpot(supabase, id)
    case 'list':
      return findList(supabase, id)
    case 'city':
      return findCity(supabase, id)
    case 'search':
      return id === '' ? findSearch(supabase, search) : null
    default:
      return null
  }
}

function selectShown(supabase: Supabase) {
  return supabase.from('spots').select(EXPORTED_COLUMNS).eq('visibility', 'public').in('status', SHOWN)
}

async function findShown(supabase: Supabase, id: string | null) {
  return id === null ? null : findData(await selectShown(supabase).eq('id', id).maybeSingle())
}

/** Pages elsewhere keep the id of a spot that was merged into another one. */
async function findSpot(supabase: Supabase, id: string): Promise<Embed | null> {
  const row = (await findShown(supabase, id)) ?? (await findShown(supabase, await findMergedSpot(supabase, id)))
  if (!row) return null
  const spot = v.parse(ExportedSpot, row)
  return { kind: 'spot', title: spot.title, path: `/spot/${spot.id}`, spots: [spot] }
}

async function findList(supabase: Supabase, id: string): Promise<Embed | null> {
  const query = supabase.from('lists').select('id, title').eq('id', id).eq('visibility', 'public')
  const list = findData(await query.maybeSingle())
  if (!list) return null
  const items = supabase
    .from('list_items')
    .select(`spots!inner(${EXPORTED_COLUMNS})`)
    .eq('list_id', list.id)
    .eq('spots.visibility', 'public')
    .in('spots.status', SHOWN)
  const rows = findData(await items.order('position').limit(MAX_SPOTS)) as { spots: unknown }[] | null
  const spots = (rows ?? []).map((row) => v.parse(ExportedSpot, row.spots))
  return { kind: 'list', title: list.title, path: `/explore?list=${list.id}`, spots }
}

async function findCity(supabase: Supabase, slug: string): Promise<Embed | null> {
  const query = supabase.from('cities').select('id, slug, name, country_name').eq('slug', slug)
  const city = findData(await query.maybeSingle())
  if (!city) return null
  const spots = await listBest(selectShown(supabase).eq('city_id', city.id))
  return { kind: 'city', title: `${city.name}, ${city.country_name}`, path: `/city/${city.slug}`, spots }
}

async function findSearch(supabase: Supabase, search: URLSearchParams): Promise<Embed | null> {
  const filter = parseSpotFilter(search)
  const { words, by } = filter
  const member = by === null ? null : await findMember(supabase, by)
  if (by !== null && !member) return null
  const found = words
    ? (supabase.rpc('find_spots', { words }).select(EXPORTED_COLUMNS) as unknown as ReturnType<typeof selectShown>)
        .eq('visibility', 'public')
        .in('status', SHOWN)
    : selectShown(supabase)
  const filtered = applyFilter(found, filter)
  const theirs = member ? filtered.eq('author_id', member.id ?? '') : filtered
  const title = describeFilter(filter, member && (member.username ?? member.name))
  const shown = findEmbedPath(`/explore?${search}`)?.split('?')[1]
  return { kind: 'search', title, path: shown ? `/explore?${shown}` : '/explore', spots: await listBest(theirs) }
}

async function listBest(query: ReturnType<typeof selectShown>): Promise<ExportedSpot[]> {
  const rows = findData(await query.order('score', { ascending: false }).order('id').limit(MAX_SPOTS))
  return v.parse(v.array(ExportedSpot), rows ?? [])
}
