import type { LiveTopic } from './live-topic.ts'

/** What waits for the moderators: new items, decisions, and items that someone opens. Members receive none of it. */
export const moderationTopic: LiveTopic = {
  table: 'moderation_items',
  event: '*',
  filter: 'id=gt.0',
  columns: ['id'],
}
