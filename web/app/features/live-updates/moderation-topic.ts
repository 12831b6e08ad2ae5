import type { LiveTopic } from './live-topic.ts'

/** The topic of events for moderators: new items, decisions, and opened items. Members do not receive it. */
export const moderationTopic: LiveTopic = {
  table: 'moderation_items',
  event: '*',
  filter: 'id=gt.0',
  columns: ['id'],
}
