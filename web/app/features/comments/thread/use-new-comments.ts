import type { LiveTopic } from '#app/features/live-updates/live-topic.ts'
import { useLiveCount } from '#app/features/live-updates/use-live-count.ts'
import { useViewer } from '#app/platform/root-data.ts'

/** The subject of comments: a spot or a story. */
export interface CommentTarget {
  column: 'spot_id' | 'post_id'
  id: string
}

/**
 * Returns the number of comments by others since `newest`. Visitors, and subjects that are closed to comments (null),
 * have none.
 */
export function useNewComments(target: CommentTarget | null, shown: unknown, newest: string): number {
  const viewer = useViewer()
  const topic: LiveTopic | null =
    viewer && target
      ? { table: 'comments', event: 'INSERT', filter: `${target.column}=eq.${target.id}`, columns: ['id'] }
      : null
  return useLiveCount(topic, shown, async (supabase) => {
    if (!target || !viewer) return 0
    const comments = supabase.from('comments').select('id', { count: 'exact', head: true }).eq(target.column, target.id)
    return (await comments.neq('author_id', viewer.id).gt('created_at', newest).throwOnError()).count ?? 0
  })
}
