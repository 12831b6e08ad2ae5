import { findData, type Supabase } from '#app/lib/supabase.ts'

/** The old world at a glance, for whoever has marked nothing and comes from nowhere. */
const ANYWHERE = { lng: 10, lat: 47, zoom: 3.5 }
const NEAR_ZOOM = 12

/** Where the map opens: near the last spot that the member marked. */
export async function findSubmitStart(supabase: Supabase, memberId: string) {
  const query = supabase
    .from('spots')
    .select('lng, lat')
    .eq('author_id', memberId)
    .order('created_at', { ascending: false })
  const last = findData(await query.limit(1).maybeSingle())
  return last ? { ...last, zoom: NEAR_ZOOM } : ANYWHERE
}
