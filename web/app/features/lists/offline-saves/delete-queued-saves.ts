/** The key of local storage that holds the queue. */
export const QUEUE_KEY = 'hereabouts-offline-saves'

/** Deletes the saves that wait on this device, for example after signing out. */
export function deleteQueuedSaves(): void {
  try {
    localStorage.removeItem(QUEUE_KEY)
  } catch {
    // The browser blocks storage, so nothing is queued.
  }
}
