import type { RefObject } from 'react'
import { createLazyDialog, LazyDialogView } from '#app/platform/lazy-dialog.tsx'
import type { useSaving } from './use-saving.ts'

const savePopup = createLazyDialog(async () => (await import('./save-popup.tsx')).SavePopup)

/** Follows a save button: the reason why the spot was not saved, and the list chooser while it is open. */
export function SaveOutcome({
  spot,
  action,
  anchor,
  saving: { rejection, isChoosing, setIsChoosing, setIsSaved },
}: {
  spot: { id: string; title: string }
  action: string
  anchor: RefObject<HTMLDivElement | null>
  saving: ReturnType<typeof useSaving>
}) {
  return (
    <>
      {rejection && (
        <span className="field-error" role="alert">
          {rejection}
        </span>
      )}
      {isChoosing && (
        <LazyDialogView
          dialog={savePopup}
          props={{ spot, action, anchor, onClose: () => setIsChoosing(false), onSaved: setIsSaved }}
        />
      )}
    </>
  )
}
