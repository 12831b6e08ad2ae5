import type { NotificationGroup, NotificationsPage } from '#app/features/notifications/notification.ts'
import { notificationGroups } from '#app/features/notifications/notification.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { ChipRow } from '#app/ui/buttons/chip-row.tsx'
import { notificationsUrl } from './notifications-url.ts'

const LABELS: Record<NotificationGroup, string> = {
  all: 'All',
  unread: 'Unread',
  comments: 'Comments',
  reviews: 'Reviews',
  follows: 'Follows',
  suggestions: 'Suggestions',
  mine: 'My spots',
}
/** The number of notifications that counts include. */
const MAX_COUNTED = 500

/** The filters of the page, with the number of notifications that each shows. Empty ones are left out. */
export function NotificationFilters({
  group,
  counts,
}: {
  group: NotificationGroup
  counts: NotificationsPage['counts']
}) {
  const shown = notificationGroups.filter(
    (name) => name === 'all' || name === 'unread' || name === group || counts[name],
  )
  return (
    <ChipRow label="Filter" className="notifications-filters">
      {shown.map((name) => (
        <SafeLink
          key={name}
          className="chip"
          to={notificationsUrl(name)}
          aria-current={name === group ? 'true' : undefined}
          preventScrollReset
        >
          {LABELS[name]}
          {name !== 'all' && <span className="chip-count">{writeCount(counts[name] ?? 0)}</span>}
        </SafeLink>
      ))}
    </ChipRow>
  )
}

function writeCount(count: number): string {
  return count >= MAX_COUNTED ? `${MAX_COUNTED}+` : String(count)
}
