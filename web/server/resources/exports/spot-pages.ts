import * as v from 'valibot'
import { EXPORTED_COLUMNS, ExportedSpot } from '#app/features/spots/exports/exported-spot.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'

/** Spots per query. A small number keeps the garbage of long files low. */
const PAGE_SPOTS = 300
/** The maximum number of spots per file: as many as one import accepts. */
export const MAX_EXPORTED_SPOTS = 100_000

const SHOWN_STATUSES = ['published', 'closed'] as const
const SHOWN_VISIBILITIES = ['public', 'members'] as const

type QueryResult = Parameters<typeof findData<unknown[] | null>>[0]

/** Narrows a query for spots to those of a set. */
type SpotQuery = ReturnType<typeof selectSpots>
export type Narrow = (query: SpotQuery) => SpotQuery

function selectSpots(supabase: Supabase) {
  return supabase.from('spots').select(EXPORTED_COLUMNS)
}

/**
 * Returns the query for the spots that search, map and city pages show, optionally limited to a search. The database
 * compares words as the map does.
 */
export function queryShownSpots(supabase: Supabase, words = ''): SpotQuery {
  const found = words && (supabase.rpc('find_spots', { words }).select(EXPORTED_COLUMNS) as unknown as SpotQuery)
  return (found || selectSpots(supabase)).in('status', SHOWN_STATUSES).in('visibility', SHOWN_VISIBILITIES)
}

/** Yields the shown spots of a set, page by page in the order of their ids. */
export async function* readShownSpots(supabase: Supabase, narrow: Narrow, words = ''): AsyncGenerator<ExportedSpot[]> {
  yield* readById((after) => selectPage(narrow(queryShownSpots(supabase, words)), after))
}

/** Yields all spots of the viewer with their exact points and addresses, regardless of their status. */
export async function* readOwnSpots(supabase: Supabase, memberId: string): AsyncGenerator<ExportedSpot[]> {
  const columns = `${EXPORTED_COLUMNS}, file:spot_files(name), spot_exact_points(lng, lat, address)` as const
  const pages = readRows((after: { id: string } | undefined) =>
    selectPage(
      supabase.from('spots').select(columns).eq('author_id', memberId) as unknown as SpotQuery,
      after?.id ?? '',
    ),
  )
  for await (const rows of pages)
    yield rows.map((row) => toSpot({ ...row, ...v.parse(OwnPoint, row).spot_exact_points }))
}

const OwnPoint = v.object({
  spot_exact_points: v.nullable(v.object({ lng: v.number(), lat: v.number(), address: v.nullable(v.string()) })),
})

/** Returns the query for the items of a list with their spots. */
export function selectListItems(supabase: Supabase, listId: string) {
  return supabase
    .from('list_items')
    .select(`note, position, spot_id, created_at, spots!inner(${EXPORTED_COLUMNS})`)
    .eq('list_id', listId)
}

/** Yields the spots of a list in its order, with their notes. */
export async function* readListSpots(supabase: Supabase, listId: string): AsyncGenerator<ExportedSpot[]> {
  const pages = readRows((after: { position: number; spot_id: string } | undefined) => {
    const query = selectListItems(supabase, listId)
      .neq('spots.status', 'removed')
      .order('position')
      .order('spot_id')
      .limit(PAGE_SPOTS)
    if (!after) return query
    const { position, spot_id } = after
    return query.or(`position.gt.${position},and(position.eq.${position},spot_id.gt.${spot_id})`)
  })
  for await (const rows of pages) yield rows.map(({ spots, note }) => toSpot({ ...Object(spots), note }))
}

/** Yields the spots of a story in its order. A story has at most 200. */
export async function* readStorySpots(supabase: Supabase, postId: string): AsyncGenerator<ExportedSpot[]> {
  const rows = findData(
    await supabase
      .from('post_spots')
      .select(`position, spots!inner(${EXPORTED_COLUMNS})`)
      .eq('post_id', postId)
      .neq('spots.status', 'removed')
      .order('position')
      .limit(PAGE_SPOTS),
  )
  yield (rows ?? []).map(({ spots }) => toSpot(spots))
}

function selectPage(query: SpotQuery, after: string) {
  return query.gt('id', after).order('id').limit(PAGE_SPOTS)
}

async function* readById(readPage: (after: string) => PromiseLike<QueryResult>): AsyncGenerator<ExportedSpot[]> {
  for await (const rows of readRows((after: { id: string } | undefined) => readPage(after?.id ?? ''))) {
    yield rows.map(toSpot)
  }
}

/** Reads pages by key. Each begins after the last row of the previous one, so that concurrent changes cause no gaps. */
async function* readRows<Row extends object>(
  readPage: (after: Row | undefined) => PromiseLike<QueryResult>,
): AsyncGenerator<(Row & Record<string, unknown>)[]> {
  let after: Row | undefined
  for (let count = 0; count < MAX_EXPORTED_SPOTS; ) {
    const rows = (findData(await readPage(after)) ?? []) as (Row & Record<string, unknown>)[]
    yield rows
    after = rows.at(-1)
    count += rows.length
    if (rows.length < PAGE_SPOTS) return
  }
}

function toSpot(row: unknown): ExportedSpot {
  return v.parse(ExportedSpot, row)
}
