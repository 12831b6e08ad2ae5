import { useState } from 'react'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import { type FeedPage, getFeedPage } from './feed-page.ts'
import { continueFeed, type OlderEntries } from './older-entries.ts'

/** Returns the entries of a page and the older ones loaded so far. */
export function useMoreFeed(feed: FeedPage) {
  const [loaded, setLoaded] = useState<OlderEntries>()
  const more = continueFeed(feed, loaded)
  const loadMore = () => {
    if (more.state === 'loading' || more.cursor === null) return
    setLoaded({ ...more, state: 'loading' })
    getBrowserClient()
      .then((supabase) => getFeedPage(supabase, more.cursor))
      .then(({ entries, cursor }) =>
        setLoaded({ ...more, entries: [...more.entries, ...entries], cursor, state: 'ready' }),
      )
      .catch(() => setLoaded({ ...more, state: 'failed' }))
  }
  return { entries: [...feed.entries, ...more.entries], cursor: more.cursor, state: more.state, loadMore }
}
