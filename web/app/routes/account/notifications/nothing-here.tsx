import type { Notification, NotificationGroup } from '#app/features/notifications/notification.ts'
import { summarizeNotification } from '#app/features/notifications/summarize-notification.ts'
import { formatDay } from '#app/lib/format/dates.ts'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { EmptyState } from '#app/ui/feedback/empty-state.tsx'
import { notificationsUrl } from './notifications-url.ts'

/** The text of an empty list, with the date of the last notification if there is one. */
export function NothingHere({
  group,
  latest,
  now,
  timeZone,
}: {
  group: NotificationGroup
  latest: Notification | null
  now: number
  timeZone: string
}) {
  if (!latest) {
    return (
      <EmptyState title="Nothing yet" headingLevel="h3">
        Replies, reviews, followers and news from what you follow appear here.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={group === 'unread' ? 'Nothing unread' : 'Nothing here'}
      headingLevel="h3"
      actions={<LinkButton to={notificationsUrl()}>Show all</LinkButton>}
    >
      The last one was on {formatDay(latest.created_at, now, timeZone)}: <bdi>{summarizeNotification(latest)}</bdi>
    </EmptyState>
  )
}
