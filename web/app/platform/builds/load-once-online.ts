import { isOffline } from '../http/is-offline.ts'
import { isChunkError } from './chunk-error.ts'

/**
 * Loads a chunk that the page shows when it is there. If it does not load because the browser is offline, the attempt
 * is repeated once the browser is online: the page stays as it is instead of becoming an error page. Rejects when it
 * does not load online.
 */
export async function loadOnceOnline<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (!isChunkError(error) || !isOffline()) throw error
    }
    await waitUntilOnline()
  }
}

function waitUntilOnline(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true })
  })
}
