import { findData, type Supabase } from '#app/lib/supabase.ts'

/** Europe at a glance, for members without spots. */
const ANYWHERE = { lng: 10, lat: 47, zoom: 3.5 }
const NEAR_ZOOM = 12

/** Returns where the map opens: near the member's newest spot. */
export async function findSubmitStart(supabase: Supabase, memberId: string) {
  const query = supabase
    .from('spots')
    .select('lng, lat')
    .eq('author_id', memberId)
    .order('created_at', { ascending: false })
  const last = findData(await query.limit(1).maybeSingle())
  return last ? { ...last, zoom: NEAR_ZOOM } : ANYWHERE
}
