import * as v from 'valibot'
import { type Supabase, takeData } from '#app/lib/supabase.ts'
import { QueueCounts } from './desk-schema.ts'

/** Counts the items of each queue, for the tabs. */
export async function countQueues(supabase: Supabase): Promise<QueueCounts> {
  return v.parse(QueueCounts, takeData(await supabase.rpc('count_moderation')))
}
