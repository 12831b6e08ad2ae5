import type { LiveTopic } from './live-topic.ts'

/** Returns the topic for the notifications of a member: new ones, and those that were read in another tab. */
export function notificationTopic(memberId: string): LiveTopic {
  return { table: 'notifications', event: '*', filter: `user_id=eq.${memberId}`, columns: ['id'] }
}
