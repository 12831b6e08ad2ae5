import { isStorable } from '#app/lib/is-storable.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'

/** Returns the id of the spot that another one was merged into, or null if there is none that the viewer may see. */
export async function findMergedSpot(
  supabase: Supabase,
  id: string,
  linkSecret: string | null = null,
): Promise<string | null> {
  if (!isStorable(id + (linkSecret ?? ''))) return null
  return findData(await supabase.rpc('find_merged_spot', { id, ...(linkSecret && { link_secret: linkSecret }) }))
}

/** Browsers must not cache the redirect, because a merge can be undone. */
export const MERGED_HEADERS = { 'cache-control': 'no-cache' }
/** After 308, a browser would send a rejected form again: a moderator's "Remove" would remove the other spot. */
export const MERGED_STATUS = 301
