import { useRef, useState } from 'react'
import type { Supabase } from '#app/lib/supabase.ts'
import type { LiveRow, LiveTopic } from './live-topic.ts'
import { useLiveChanges } from './use-live-changes.ts'

/**
 * Returns how many rows a page does not show yet: 0 at first, then whatever `count` returns after each change of the
 * topic. `shown` is the data of the page; other data start at 0 again.
 */
export function useLiveCount(
  topic: LiveTopic | null,
  shown: unknown,
  count: (supabase: Supabase) => Promise<number>,
  concerns?: (row: LiveRow) => boolean,
): number {
  const [found, setFound] = useState({ shown, count: 0 })
  const latestShown = useRef(shown)
  latestShown.current = shown
  useLiveChanges(
    topic,
    async (supabase) => {
      const counted = await count(supabase)
      // The page may have loaded the rows in the meantime.
      if (latestShown.current === shown) setFound({ shown, count: counted })
    },
    { key: shown, ...(concerns && { concerns }) },
  )
  return found.shown === shown ? found.count : 0
}
