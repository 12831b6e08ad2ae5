import { useEffect } from 'react'
import { findRouter } from '#app/platform/navigation/router-state.ts'
import { useViewer } from '#app/platform/root-data.ts'
import { createSaveQueue } from './queue-saves.ts'
import { keepQueuedSavesOf, listQueuedSaves } from './queued-saves.ts'

/** The member that this tab shows. */
let member: string | undefined

/** Queues what a member saves while offline. */
export const queueSavesMiddleware = createSaveQueue(() => member)

/** Sends the queued saves at the start and when the network is back, and deletes those of other members. */
export function useOfflineSaves(): void {
  const id = useViewer()?.id
  useEffect(() => {
    member = id
    keepQueuedSavesOf(id)
    if (id === undefined) return
    const send = () => {
      if (listQueuedSaves(id).length > 0) void sendLater(id)
    }
    send()
    window.addEventListener('online', send)
    return () => window.removeEventListener('online', send)
  }, [id])
}

/** Few members have something to send, so the code loads when it is needed. The next chance comes with the next load. */
async function sendLater(id: string): Promise<void> {
  const module = await import('./send-saves.ts').catch(() => undefined)
  const router = findRouter()
  if (router) await module?.sendQueuedSaves(router, id)
}
