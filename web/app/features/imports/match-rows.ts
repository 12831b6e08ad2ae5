import * as v from 'valibot'
import { type Supabase, takeData } from '#app/lib/supabase.ts'
import type { DraftRow } from './draft-rows.ts'

const BATCH = 500
const Matches = v.array(v.object({ number: v.number(), is_own: v.boolean(), title: v.string(), meters: v.number() }))

/** Marks the rows that the member has already or that are on the map. Calls `onProgress` with the rows asked for. */
export async function matchRows(
  supabase: Supabase,
  rows: DraftRow[],
  onProgress: (count: number) => void,
): Promise<DraftRow[]> {
  const found = new Map<number, { is_own: boolean; title: string; meters: number }>()
  const placed = rows.filter(({ lng }) => lng !== null)
  for (let start = 0; start < placed.length; start += BATCH) {
    const batch = placed.slice(start, start + BATCH).map(({ number, title, lng, lat }) => ({ number, title, lng, lat }))
    const reply = await supabase.rpc('match_import_rows', { rows: batch })
    for (const match of v.parse(Matches, takeData(reply))) found.set(match.number, match)
    onProgress(Math.min(start + BATCH, placed.length))
  }
  return rows.map((row) => {
    const match = found.get(row.number)
    if (!match) return row
    const reason = `${match.is_own ? 'You have it already' : 'On the map already'}: ${match.title}, ${match.meters} m`
    return { ...row, state: match.is_own ? 'mine' : 'public', reason }
  })
}
