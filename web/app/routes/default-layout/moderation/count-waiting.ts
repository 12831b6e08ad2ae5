import * as v from 'valibot'
import type { Supabase } from '#app/lib/supabase.ts'

const Counts = v.record(v.string(), v.number())

/** Returns the number of items in all moderation queues. 0 for members. */
export async function countWaiting(supabase: Supabase): Promise<number> {
  const { data } = await supabase.rpc('count_moderation').throwOnError()
  return Object.values(v.parse(Counts, data)).reduce((sum, count) => sum + count, 0)
}
