import * as v from 'valibot'
import { moderationTopic } from '#app/features/live-updates/moderation-topic.ts'
import { useLiveChanges } from '#app/features/live-updates/use-live-changes.ts'

const Counts = v.record(v.string(), v.number())

/** Updates the counts of the queues whenever they change. Renders nothing. */
export function WatchModeration({ onCount }: { onCount: (count: number) => void }) {
  useLiveChanges(moderationTopic, async (supabase) => {
    const { data } = await supabase.rpc('count_moderation').throwOnError()
    onCount(Object.values(v.parse(Counts, data)).reduce((sum, count) => sum + count, 0))
  })
  return null
}
