import { describeNotification, writeSentence } from '../../../../supabase/functions/_shared/notification-words.ts'
import type { Notification } from './notification.ts'

/** Writes a notification as one sentence. */
export function summarizeNotification(notification: Notification): string {
  return writeSentence(describeNotification(notification))
}
