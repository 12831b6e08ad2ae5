import { useEffect, useState } from 'react'
import { getTopicName } from '#app/features/live-updates/live-topic.ts'
import { notificationTopic } from '#app/features/live-updates/notification-topic.ts'
import { topicWatchers } from '#app/features/live-updates/topic-watchers.ts'
import { useLiveChanges } from '#app/features/live-updates/use-live-changes.ts'
import { getNotifications, markRead, type NotificationsPage } from '#app/features/notifications/notification.ts'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import { showFailure } from '#app/ui/feedback/toasts.ts'

/** More than the bell shows, because several by one member become one row. */
const MAX_LOADED = 30

/** Loads the latest notifications, and again after each change. */
export function useLatestNotifications(memberId: string) {
  const [page, setPage] = useState<NotificationsPage>()
  const [hasFailed, setFailed] = useState(false)
  const topic = notificationTopic(memberId)
  const load = async () => {
    try {
      setPage(await getNotifications(await getBrowserClient(), { most: MAX_LOADED }))
    } catch {
      setFailed(true)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once; changes are followed below
  useEffect(() => void load(), [])
  useLiveChanges(topic, load)
  const markAllRead = async () => {
    const newest = page?.notifications[0]?.id
    if (newest === undefined) return
    try {
      await markRead(await getBrowserClient(), { up_to: newest })
      await load()
      topicWatchers.emit(getTopicName(topic), null)
    } catch {
      showFailure('Not saved. Check your connection and try again.')
    }
  }
  return { page, hasFailed, markAllRead }
}
