import { findMergePage, findSpotId, type MergePage } from '#app/features/spots/merge/merge-page.ts'
import type { Supabase } from '#app/lib/supabase.ts'

/**
 * Returns the data of the merge or move that the query requests: `?merge=` or `?move=` with the link or id of the other
 * spot, or empty.
 */
export async function findMerge(
  supabase: Supabase,
  url: URL,
  spotId: string | undefined,
  name: 'merge' | 'move' = 'merge',
): Promise<MergePage | null> {
  const other = url.searchParams.get(name)
  if (other === null || spotId === undefined) return null
  return findMergePage(supabase, spotId, findSpotId(other))
}
