import type { LiveTopic } from '#app/features/live-updates/live-topic.ts'
import { useLiveCount } from '#app/features/live-updates/use-live-count.ts'
import { useViewer } from '#app/platform/root-data.ts'

/** Returns the number of reviews of a spot by others since `newest`. Always 0 for visitors, and if the spot is null. */
export function useNewReviews(spotId: string | null, shown: unknown, newest: string): number {
  const viewer = useViewer()
  const topic: LiveTopic | null =
    viewer && spotId ? { table: 'reviews', event: 'INSERT', filter: `spot_id=eq.${spotId}`, columns: ['id'] } : null
  return useLiveCount(topic, shown, async (supabase) => {
    if (!spotId || !viewer) return 0
    const reviews = supabase.from('reviews').select('id', { count: 'exact', head: true }).eq('spot_id', spotId)
    return (await reviews.neq('author_id', viewer.id).gt('created_at', newest).throwOnError()).count ?? 0
  })
}
