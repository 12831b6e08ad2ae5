import type { FeedEntry, FeedPage } from './feed-page.ts'

/** The entries that were loaded below the page of the server. */
export interface OlderEntries {
  /** The cursor of the page that they continue. */
  after: string | null
  entries: FeedEntry[]
  /** Continues with older entries; null at the end. */
  cursor: string | null
  state: 'ready' | 'loading' | 'failed'
}

/**
 * Returns the loaded entries if they continue the page, and none otherwise. The server sends the page again after each
 * form, such as that of a saved spot, which does not change where the page ends.
 */
export function continueFeed({ cursor }: Pick<FeedPage, 'cursor'>, loaded: OlderEntries | undefined): OlderEntries {
  return loaded?.after === cursor ? loaded : { after: cursor, entries: [], cursor, state: 'ready' }
}
