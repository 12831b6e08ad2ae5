import { useEffect, useRef } from 'react'
import type { Supabase } from '#app/lib/supabase.ts'
import { getTopicName, type LiveRow, type LiveTopic } from './live-topic.ts'
import { createQuietTask } from './quiet-task.ts'
import { topicWatchers } from './topic-watchers.ts'

/**
 * Runs `onChange` soon after changes of a topic, or when some may have been missed. A new `key` restarts it. With a
 * topic of null it does nothing. `concerns` filters rows.
 */
export function useLiveChanges(
  topic: LiveTopic | null,
  onChange: (supabase: Supabase) => Promise<void>,
  { key, concerns = () => true }: { key?: unknown; concerns?: (row: LiveRow) => boolean } = {},
): void {
  const latest = useRef({ onChange, concerns })
  useEffect(() => {
    latest.current = { onChange, concerns }
  })
  const followed = useRef(topic)
  followed.current = topic
  const name = topic ? getTopicName(topic) : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal topics have equal names
  useEffect(() => {
    if (!followed.current) return
    const task = createQuietTask(async () => {
      const { getBrowserClient } = await import('#app/platform/session/browser-client.ts')
      const supabase = await getBrowserClient()
      // The member may have signed out in another tab, whose cookies this one shares.
      const { data } = await supabase.auth.getSession()
      if (data.session) await latest.current.onChange(supabase)
    })
    const stop = topicWatchers.watch(followed.current, (row) => {
      if (row === null || latest.current.concerns(row)) task.request()
    })
    return () => {
      stop()
      task.cancel()
    }
  }, [name, key])
}
