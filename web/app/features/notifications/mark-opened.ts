import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import type { NotificationEntry } from './group-notifications.ts'
import { markRead } from './notification.ts'

/** Marks an entry as read when it is opened. Runs in the background; after a failure the entry stays unread. */
export async function markOpened({ isUnread, ids }: NotificationEntry): Promise<void> {
  if (!isUnread) return
  try {
    await markRead(await getBrowserClient(), { ids })
  } catch {
    // The entry stays unread.
  }
}
