import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { showToast } from '#app/ui/feedback/toasts.ts'
import type { SaveResponse } from './save-commands.ts'

/**
 * Saves a spot to the list used last and offers to undo it. Before any list was used, the chooser opens instead.
 * `action` is the URL of the spot's page.
 */
export function useSaving(action: string, wasSaved: boolean) {
  const fetcher = useFetcher<SaveResponse>()
  const undo = useFetcher<SaveResponse>()
  const [changed, setChanged] = useState<boolean>()
  const [isChoosing, setIsChoosing] = useState(false)
  const { data } = fetcher
  const latest = useRef({ undo, action })
  latest.current = { undo, action }
  useEffect(() => {
    if (!data || data.rejection || data.savedTo === undefined) return
    if (data.savedTo === null) return setIsChoosing(true)
    setChanged(true)
    const { id, title, changed: isNew } = data.savedTo
    const undoSave = () => {
      const { undo: sender, action: page } = latest.current
      void sender.submit({ intent: 'set-list', list: id, on: 'false' }, { method: 'post', action: page })
      setChanged(false)
    }
    showToast(`Saved to ${title}`, isNew ? { label: 'Undo', onPress: undoSave } : undefined)
  }, [data])
  return {
    Form: fetcher.Form,
    /** Updates at once, before the response. */
    isSaved: (changed ?? wasSaved) || fetcher.state !== 'idle',
    setIsSaved: setChanged,
    rejection: data?.rejection?.message,
    isChoosing,
    setIsChoosing,
  }
}
