import type { Supabase } from '#app/lib/supabase.ts'

/** Returns the number of items in all moderation queues. 0 for members. Throws the error of a failed query. */
export async function countWaiting(supabase: Supabase): Promise<number> {
  const items = supabase.from('moderation_items').select('id', { count: 'exact', head: true })
  return (await items.is('decided_at', null).throwOnError()).count ?? 0
}
