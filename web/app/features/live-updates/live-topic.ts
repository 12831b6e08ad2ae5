/** The changes of one table that a screen follows: new rows, or new and changed ones. */
export interface LiveTopic {
  table: 'notifications' | 'comments' | 'reviews' | 'spots' | 'photos' | 'list_changes' | 'moderation_items'
  event: 'INSERT' | '*'
  /** A filter of Realtime: `spot_id=eq.x`. RLS policies apply as well. */
  filter: string
  /** The columns that are sent. The primary key is one of them. */
  columns: readonly string[]
}

/** The sent columns of a changed row. */
export type LiveRow = Readonly<Record<string, unknown>>

/** Receives a changed row, or null if changes may have been missed. */
export type OnLiveChange = (row: LiveRow | null) => void

/** Returns a name that is the same for equal topics. */
export function getTopicName({ table, event, filter }: LiveTopic): string {
  return `${table}:${event}:${filter}`
}
