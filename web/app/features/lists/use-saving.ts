import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { sendUndo } from '#app/platform/undo/send-undo.ts'
import { showToast } from '#app/ui/feedback/toasts.ts'
import type { SaveResponse } from './save-commands.ts'

/**
 * Saves a spot to the list used last and offers to undo it. Before any list was used, the chooser opens instead.
 * `action` is the URL of the spot's page.
 */
export function useSaving(action: string, wasSaved: boolean) {
  const fetcher = useFetcher<SaveResponse>()
  const [changed, setChanged] = useState<boolean>()
  const [isChoosing, setIsChoosing] = useState(false)
  const { data } = fetcher
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each response
  useEffect(() => {
    if (!data || data.rejection || data.savedTo === undefined) return
    if (data.savedTo === null) return setIsChoosing(true)
    setChanged(true)
    const { id, title, changed: isNew } = data.savedTo
    const undoSave = async () => {
      setChanged(false)
      if (!(await sendUndo(action, { intent: 'set-list', list: id, on: 'false' }))) setChanged(true)
    }
    showToast(`Saved to ${title}`, isNew ? { label: 'Undo', onPress: () => void undoSave() } : undefined)
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
