import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { getTopicName } from '#app/features/live-updates/live-topic.ts'
import { notificationTopic } from '#app/features/live-updates/notification-topic.ts'
import { startLiveUpdates } from '#app/features/live-updates/start-live-updates.ts'
import { topicWatchers } from '#app/features/live-updates/topic-watchers.ts'
import { useLiveChanges } from '#app/features/live-updates/use-live-changes.ts'
import { formatNumber } from '#app/lib/format/numbers.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import './unread-count.css'

const MAX_SHOWN = 99

/**
 * The number of unread notifications, inside the link with the bell. As it is on every page of a member, it also runs
 * the connection for live updates.
 */
export function UnreadCount({ memberId }: { memberId: string }) {
  useEffect(() => startLiveUpdates(memberId), [memberId])
  const count = useUnreadCount(memberId)
  if (count === 0) return null
  return (
    <>
      <span className="unread-count" aria-hidden="true">
        {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
      </span>
      <span className="sr-only">({formatNumber(count)} unread)</span>
    </>
  )
}

function useUnreadCount(memberId: string): number {
  const [count, setCount] = useState(0)
  const topic = notificationTopic(memberId)
  useLiveChanges(topic, async (supabase) => setCount(await countUnread(supabase)))
  // Counts initially, and again after each form, which may have marked notifications as read.
  const isSending = useNavigation().formMethod !== undefined
  const name = getTopicName(topic)
  useEffect(() => {
    if (!isSending) topicWatchers.emit(name, null)
  }, [isSending, name])
  return count
}

async function countUnread(supabase: Supabase): Promise<number> {
  const unread = supabase.from('notifications').select('id', { count: 'exact', head: true }).is('read_at', null)
  return (await unread.throwOnError()).count ?? 0
}
