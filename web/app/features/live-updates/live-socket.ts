import type { RealtimeChannel } from '@supabase/supabase-js'
import type { Supabase } from '#app/lib/supabase.ts'
import { getTopicName, type LiveRow, type LiveTopic } from './live-topic.ts'

/** The connection to the realtime service, with a channel for each topic. It reconnects by itself. */
export interface LiveSocket {
  /** Joins and leaves channels so that the connection has exactly these topics. */
  setTopics(topics: readonly LiveTopic[]): void
  /** Returns the names of the topics whose changes do not arrive at the moment. */
  listSilentTopics(): string[]
  close(): void
}

export type OpenSocket = (onChange: (name: string, row: LiveRow | null) => void) => LiveSocket

/**
 * Returns a function that opens the connection of the signed-in member. The connection reports a gap whenever changes
 * start to arrive.
 */
export function createSocketOpener(supabase: Supabase): OpenSocket {
  return (onChange) => {
    const channels = new Map<string, RealtimeChannel>()
    let joins = 0
    const join = ({ table, event, filter, columns }: LiveTopic, name: string) => {
      joins += 1
      // A new name for each join, because the channel of an earlier one may still be leaving.
      const channel = supabase.channel(`live:${name}:${joins}`)
      channel.on(
        'postgres_changes',
        { event, schema: 'public', table, filter, select: [...columns] },
        ({ eventType, new: row }) => {
          // Deletions arrive without RLS and contain only the key of the row.
          if (eventType !== 'DELETE') onChange(name, row)
        },
      )
      // Changes arrive only after this message. It follows the reply to the join, and is repeated after each gap of the
      // service.
      channel.on('system', {}, ({ extension, status }: { extension?: string; status?: string }) => {
        if (extension === 'postgres_changes' && status === 'ok') onChange(name, null)
      })
      return channel.subscribe()
    }
    return {
      setTopics(topics) {
        const wanted = new Map(topics.map((topic) => [getTopicName(topic), topic]))
        for (const [name, channel] of channels) {
          if (wanted.has(name)) continue
          channels.delete(name)
          void supabase.removeChannel(channel)
        }
        for (const [name, topic] of wanted) if (!channels.has(name)) channels.set(name, join(topic, name))
      },
      listSilentTopics: () => [...channels].flatMap(([name, { state }]) => (state === 'joined' ? [] : [name])),
      close() {
        channels.clear()
        void supabase.removeAllChannels()
      },
    }
  }
}
