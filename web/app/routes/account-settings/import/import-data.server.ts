import * as v from 'valibot'
import { listSuggestions } from '#app/features/search/suggest-query.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'
import { pageNotFound } from '#app/platform/errors/page/not-found.ts'
import { SHOWN_ROWS } from './import-url.ts'

const Counts = v.record(v.string(), v.number())
const Result = v.object({ photos: Counts, stories: Counts, records: Counts })
const STATES = ['waiting', 'created', 'saved', 'known', 'pinless', 'failed', 'left-out', 'undone', 'kept'] as const
/** One more than are shown, so that the screen knows whether there are others. */
const MAX_ROWS = SHOWN_ROWS + 1
const MAX_IMPORTS = 20
const QUEUE_LENGTH = 6
const MAX_CANDIDATES = 4
const ROW_COLUMNS =
  'number, title, category, address, description, state, reason, spot_id, found_as, import_photos(name, state, reason)' as const

/** Lists imports of the member, the newest first: the latest, or those before a time. */
export async function listImports(supabase: Supabase, before: string | null) {
  const imports = supabase
    .from('imports')
    .select('id, name, status, row_count, created_at')
    .order('created_at', { ascending: false })
    .limit(MAX_IMPORTS + 1)
  const isTime = before !== null && v.is(v.pipe(v.string(), v.isoTimestamp()), before)
  const found = takeData(await (isTime ? imports.lt('created_at', before) : imports))
  const shown = found.slice(0, MAX_IMPORTS)
  return { shown, older: found.length > MAX_IMPORTS ? (shown.at(-1)?.created_at ?? null) : null }
}

/** Some imports, and the time from which older ones continue. */
export type ImportList = Awaited<ReturnType<typeof listImports>>

/**
 * Returns an import with the numbers of its rows and photos by state, and of its stories by status. Throws 404 if the
 * member has no such import.
 */
export async function findImport(supabase: Supabase, id: string, url: URL) {
  if (!v.is(v.pipe(v.string(), v.uuid()), id)) throw pageNotFound(url)
  const [found, counts, result] = await Promise.all([
    supabase
      .from('imports')
      .select('id, name, status, visibility, row_count, story_count, created_at')
      .eq('id', id)
      .maybeSingle(),
    supabase.rpc('count_import_rows', { import: id }),
    supabase.rpc('describe_import_result', { import: id }),
  ])
  if (!found.data) throw pageNotFound(url)
  const { found: foundByName = 0, ...byState } = v.parse(Counts, takeData(counts))
  const described = v.parse(Result, takeData(result))
  const hasWaitingRecords = Object.keys(described.records).some((key) => key.endsWith(' waiting'))
  return { ...found.data, counts: byState, foundByName, ...described, hasWaitingRecords }
}

/** An import with its numbers. */
export type FoundImport = Awaited<ReturnType<typeof findImport>>

/** Lists the first rows in a state, those that were found by name (`found`), or all rows for any other value. */
export async function listRows(supabase: Supabase, id: string, show: string) {
  const state = STATES.find((known) => known === show)
  const rows = supabase.from('import_rows').select(ROW_COLUMNS).eq('import_id', id).order('number').limit(MAX_ROWS)
  if (show === 'found')
    return takeData(await rows.not('found_as', 'is', null).in('state', ['created', 'saved', 'known']))
  return takeData(await (state ? rows.eq('state', state) : rows))
}

/** A row with its outcome. */
export type ImportRow = Awaited<ReturnType<typeof listRows>>[number]

/** Lists the first comments, follows, blocks and settings of an import in a state, or in any for another value. */
export async function listRecords(supabase: Supabase, id: string, show: string) {
  const state = STATES.find((known) => known === show)
  const columns = 'number, kind, name, state, reason' as const
  const records = supabase.from('import_records').select(columns).eq('import_id', id).order('number').limit(MAX_ROWS)
  return takeData(await (state ? records.eq('state', state) : records))
}

/** A comment, follow, block or setting with its outcome. */
export type ImportRecord = Awaited<ReturnType<typeof listRecords>>[number]

/** Lists the places without a pin after a row number, with suggestions for the first one. */
export async function listPinless(supabase: Supabase, id: string, after: number) {
  const response = await supabase
    .from('import_rows')
    .select(ROW_COLUMNS)
    .eq('import_id', id)
    .eq('state', 'pinless')
    .gt('number', after)
    .order('number')
    .limit(QUEUE_LENGTH)
  const rows = takeData(response)
  return { rows, candidates: rows[0] ? await listCandidates(supabase, rows[0]) : [] }
}

/** Returns the spots and cities that match the name or parts of the address. */
async function listCandidates(supabase: Supabase, { title, address }: ImportRow) {
  const texts = [title, ...(address ?? '').split(',').reverse().slice(0, 2)].map((text) => text.trim())
  const found = await Promise.all(
    texts.filter((text) => text.length > 1).map((text) => listSuggestions(supabase, text)),
  )
  const places = found.flat().flatMap((suggestion) => {
    if (suggestion.type === 'spot') {
      const { id, city, lng, lat } = suggestion
      return [{ id: `spot-${id}`, name: suggestion.title, note: city ?? suggestion.country ?? 'Spot', lng, lat }]
    }
    if (suggestion.type !== 'city') return []
    const { slug, name, country, lng, lat } = suggestion
    return [{ id: `city-${slug}`, name, note: `City, ${country}. Move the map to the exact place.`, lng, lat }]
  })
  return [...new Map(places.map((place) => [place.id, place])).values()].slice(0, MAX_CANDIDATES)
}

/** A suggestion for a row without a position. */
export type Candidate = Awaited<ReturnType<typeof listCandidates>>[number]

/** The queue of places without a pin. */
export type PinlessQueue = Awaited<ReturnType<typeof listPinless>>
