import { moderationTopic } from '#app/features/live-updates/moderation-topic.ts'
import { useLiveChanges } from '#app/features/live-updates/use-live-changes.ts'
import { countWaiting } from '#app/platform/session/count-waiting.ts'

/** Updates the counts of the queues whenever they change. Renders nothing. */
export function WatchModeration({ onCount }: { onCount: (count: number) => void }) {
  useLiveChanges(moderationTopic, async (supabase) => onCount(await countWaiting(supabase)))
  return null
}
