import { useRef, useState } from 'react'
import type { Supabase } from '#app/lib/supabase.ts'
import type { LiveRow, LiveTopic } from './live-topic.ts'
import { useLiveChanges } from './use-live-changes.ts'

/**
 * Returns the number of rows that a page does not show yet: 0 at first, then the result of `count` after each change
 * of the topic. `shown` is the data of the page; new data reset the number to 0.
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
