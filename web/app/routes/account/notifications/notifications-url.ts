import { href } from 'react-router'
import type { NotificationGroup } from '#app/features/notifications/notification.ts'

/** Returns the URL of the tab of notifications. */
export function notificationsUrl(group: NotificationGroup = 'all', before?: number): string {
  const query = new URLSearchParams({ tab: 'notifications' })
  if (group !== 'all') query.set('show', group)
  if (before !== undefined) query.set('older', String(before))
  return `${href('/account')}?${query}`
}
