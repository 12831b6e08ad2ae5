import { findMergePage, findSpotId, type MergePage } from '#app/features/spots/merge/merge-page.ts'
import type { Supabase } from '#app/lib/supabase.ts'

/** Returns what the merge of a spot shows if the query asks for it: `?merge=` with the link or id of the other spot, or empty. */
export async function findMerge(supabase: Supabase, url: URL, spotId: string | undefined): Promise<MergePage | null> {
  const other = url.searchParams.get('merge')
  if (other === null || spotId === undefined) return null
  return findMergePage(supabase, spotId, findSpotId(other))
}
