import { useEffect } from 'react'
import type { ClientMiddleware } from '#app/platform/navigation/client-middleware.ts'
import { useViewer } from '#app/platform/root-data.ts'
import { deleteQueuedSaves } from './delete-queued-saves.ts'

/** Queues what the member of this tab saves. Undefined for visitors, and until the code is loaded. */
let queueSaves: ClientMiddleware | undefined

/** Queues what a member saves while offline. */
export const queueSavesMiddleware: ClientMiddleware = (args, next) => (queueSaves ? queueSaves(args, next) : next())

/**
 * Sends the queued saves at the start and when the network is back, and deletes those of other members. The code
 * loads after the page, and only for members.
 */
export function useOfflineSaves(): void {
  const id = useViewer()?.id
  useEffect(() => {
    if (id === undefined) return deleteQueuedSaves()
    let stopSending: (() => void) | undefined
    let hasLeft = false
    const start = async () => {
      // Without the code, failed saves show the usual message. The next page load tries again.
      const module = await import('./queue-saves.ts').catch(() => undefined)
      if (hasLeft || !module) return
      queueSaves = module.createSaveQueue(id)
      stopSending = module.sendWhenOnline(id)
    }
    void start()
    return () => {
      hasLeft = true
      queueSaves = undefined
      stopSending?.()
    }
  }, [id])
}
