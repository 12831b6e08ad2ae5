import { findMergePage, findSpotId, type MergePage } from '#app/features/spots/merge/merge-page.ts'
import type { Supabase } from '#app/lib/supabase.ts'

/** Returns the data of the merge that the query requests: `?merge=` with the link or id of the other spot, or empty. */
export async function findMerge(supabase: Supabase, url: URL, spotId: string | undefined): Promise<MergePage | null> {
  const other = url.searchParams.get('merge')
  if (other === null || spotId === undefined) return null
  return findMergePage(supabase, spotId, findSpotId(other))
}
