import * as v from 'valibot'
import { formatDistance } from '#app/lib/geo/distance.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'
import type { DraftRow } from './draft-rows.ts'

const BATCH = 500
const NO_BREAK_SPACE = '\u00a0'
const Match = v.object({
  number: v.number(),
  is_own: v.optional(v.boolean()),
  title: v.optional(v.string()),
  meters: v.optional(v.number()),
  lng: v.optional(v.number()),
  lat: v.optional(v.number()),
  found_as: v.optional(v.string()),
})
type Match = v.InferOutput<typeof Match>

/**
 * Marks the rows that the member already has or that are on the map, and sets the position of rows that are found by
 * name. Calls `onProgress` with the number of rows checked.
 */
export async function matchRows(
  supabase: Supabase,
  rows: DraftRow[],
  onProgress: (count: number) => void,
): Promise<DraftRow[]> {
  const found = new Map<number, Match>()
  const asked = rows.filter(({ state }) => state !== 'unreadable')
  for (let start = 0; start < asked.length; start += BATCH) {
    const batch = asked
      .slice(start, start + BATCH)
      .map(({ number, title, address, lng, lat }) => ({ number, title, lng, lat, ...(lng === null && { address }) }))
    const response = await supabase.rpc('match_import_rows', { rows: batch })
    for (const match of v.parse(v.array(Match), takeData(response))) found.set(match.number, match)
    onProgress(Math.min(start + BATCH, asked.length))
  }
  return rows.map((row) => applyMatch(row, found.get(row.number)))
}

function applyMatch(row: DraftRow, match: Match | undefined): DraftRow {
  if (!match) return row
  const { lng, lat, found_as: foundAs = '' } = match
  const placed = lng !== undefined && lat !== undefined ? { ...row, lng, lat, foundAs } : row
  const byName = foundAs && `Found by name: ${foundAs}`
  if (match.is_own === undefined) return { ...placed, state: 'found', reason: byName }
  const distance = formatDistance(match.meters ?? 0).replaceAll(' ', NO_BREAK_SPACE)
  const reason = `${match.is_own ? 'You have it already' : 'On the map already'}: ${match.title}, ${distance}`
  if (foundAs)
    return {
      ...placed,
      state: 'found',
      reason: `${byName}. ${match.is_own ? 'You have it already' : 'It is on the map already'}`,
    }
  return { ...placed, state: match.is_own ? 'mine' : 'public', reason }
}
