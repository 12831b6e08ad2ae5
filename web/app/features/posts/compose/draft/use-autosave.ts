import { useEffect } from 'react'
import type { DraftSync, DraftView } from './draft-sync.ts'

/** Short enough that a crash loses a word at most. */
const SAVE_LOCALLY_AFTER_MS = 300

/** Saves each change on this device and sends it to the server, soon after the writer pauses. */
export function useAutosave(draft: DraftSync, { fields, state, isReady }: DraftView): void {
  // While the writer has to choose between two versions, nothing is sent to the server.
  const isPaused = state.kind === 'newer'
  useEffect(() => draft.saveAutomatically(), [draft])
  useEffect(() => {
    if (!isReady || draft.isSaved) return
    const saveLocally = () => void draft.saveLocally(fields)
    const timer = setTimeout(saveLocally, SAVE_LOCALLY_AFTER_MS)
    if (!isPaused) draft.saveSoon()
    window.addEventListener('pagehide', saveLocally)
    document.addEventListener('visibilitychange', saveLocally)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', saveLocally)
      document.removeEventListener('visibilitychange', saveLocally)
    }
  }, [draft, fields, isReady, isPaused])
  useEffect(() => {
    const save = () => void draft.save()
    window.addEventListener('online', save)
    return () => window.removeEventListener('online', save)
  }, [draft])
}
