import { useState } from 'react'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import { type FeedEntry, type FeedPage, getFeedPage } from './feed-page.ts'

interface More {
  /** The page of the server that these entries continue. */
  of: FeedPage
  entries: FeedEntry[]
  cursor: string | null
  state: 'ready' | 'loading' | 'failed'
}

/** Returns the entries of a page and the older ones loaded so far. */
export function useMoreFeed(feed: FeedPage) {
  const [loaded, setLoaded] = useState<More>()
  const more: More =
    loaded?.of === feed ? loaded : { of: feed, entries: feed.entries, cursor: feed.cursor, state: 'ready' }
  const loadMore = () => {
    if (more.state === 'loading' || more.cursor === null) return
    setLoaded({ ...more, state: 'loading' })
    getBrowserClient()
      .then((supabase) => getFeedPage(supabase, more.cursor))
      .then(({ entries, cursor }) =>
        setLoaded({ of: feed, entries: [...more.entries, ...entries], cursor, state: 'ready' }),
      )
      .catch(() => setLoaded({ ...more, state: 'failed' }))
  }
  return { entries: more.entries, cursor: more.cursor, state: more.state, loadMore }
}
