import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import { joinTabs } from './join-tabs.ts'
import { createSocketOpener } from './live-socket.ts'
import { topicWatchers } from './topic-watchers.ts'
import { whileInUse } from './while-in-use.ts'

/** Receives changes for the topics of this tab while it is in use. Returns a function that ends it at once. */
export function startLiveUpdates(memberId: string): () => void {
  let isOver = false
  let stop: (() => void) | undefined
  const start = async () => {
    const supabase = await getBrowserClient()
    await supabase.realtime.setAuth()
    if (!isOver) stop = whileInUse(() => joinTabs(memberId, topicWatchers, createSocketOpener(supabase)))
  }
  // Without the client the pages stay as they are.
  start().catch(() => undefined)
  return () => {
    isOver = true
    stop?.()
  }
}
