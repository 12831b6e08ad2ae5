import type { Notification } from './notification.ts'

/** One row of the list: a notification, or several of one kind by one member on one day. */
export interface NotificationEntry {
  /** The newest one. */
  first: Notification
  ids: number[]
  isUnread: boolean
}

/** The kinds that one member often causes in quick succession, such as the spots of a walk. */
const GROUPED = new Set(['new-spot', 'new-story', 'new-list', 'list-item'])

/** Groups adjacent notifications of the same kind, member and day. Input and result are sorted newest first. */
export function groupNotifications(
  notifications: readonly Notification[],
  toDay: (time: string) => string,
): NotificationEntry[] {
  const entries: NotificationEntry[] = []
  for (const notification of notifications) {
    const last = entries.at(-1)
    const isUnread = notification.read_at === null
    if (last && belongTogether(last.first, notification, toDay)) {
      last.ids.push(notification.id)
      last.isUnread ||= isUnread
    } else {
      entries.push({ first: notification, ids: [notification.id], isUnread })
    }
  }
  return entries
}

function belongTogether(one: Notification, other: Notification, toDay: (time: string) => string): boolean {
  return (
    GROUPED.has(one.kind) &&
    one.kind === other.kind &&
    one.actor !== null &&
    one.actor.id === other.actor?.id &&
    one.list?.id === other.list?.id &&
    toDay(one.created_at) === toDay(other.created_at)
  )
}
