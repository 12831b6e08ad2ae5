import { type RefObject, useEffect, useRef } from 'react'
import type { StoryFields } from './story-fields.ts'

/** Short enough that a crash loses a word at most. */
const SAVE_LOCALLY_AFTER_MS = 300
export const SAVE_AFTER_MS = 1500

interface Autosave {
  fields: StoryFields
  /** False until the copy on this device was looked up. */
  isReady: boolean
  /** True while the writer has to choose between two versions: then nothing is sent to the server. */
  isPaused: boolean
  isSaved: () => boolean
  /** Saves the fields on this device. */
  saveLocally: (fields: StoryFields) => void
  /** Sends the latest fields to the server. */
  save: () => void
  /** The timer of the next save, which retries share. */
  timer: RefObject<ReturnType<typeof setTimeout> | undefined>
}

/** Saves each change on this device and sends it to the server, soon after the writer pauses. */
export function useAutosave({ fields, isReady, isPaused, timer, ...latest }: Autosave): void {
  const calls = useRef(latest)
  calls.current = latest
  useEffect(() => {
    if (!isReady || calls.current.isSaved()) return
    const saveNow = () => calls.current.saveLocally(fields)
    const localTimer = setTimeout(saveNow, SAVE_LOCALLY_AFTER_MS)
    if (!isPaused) {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => calls.current.save(), SAVE_AFTER_MS)
    }
    window.addEventListener('pagehide', saveNow)
    document.addEventListener('visibilitychange', saveNow)
    return () => {
      clearTimeout(localTimer)
      window.removeEventListener('pagehide', saveNow)
      document.removeEventListener('visibilitychange', saveNow)
    }
  }, [fields, isReady, isPaused, timer])
  useEffect(() => {
    const retry = () => calls.current.save()
    window.addEventListener('online', retry)
    return () => {
      window.removeEventListener('online', retry)
      clearTimeout(timer.current)
    }
  }, [timer])
}
