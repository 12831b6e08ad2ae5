import { lazy, type RefObject, Suspense } from 'react'
import type { useSaving } from './use-saving.ts'

const SavePopup = lazy(() => import('./save-popup.tsx').then((module) => ({ default: module.SavePopup })))

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
        <Suspense>
          <SavePopup
            spot={spot}
            action={action}
            anchor={anchor}
            onClose={() => setIsChoosing(false)}
            onSaved={setIsSaved}
          />
        </Suspense>
      )}
    </>
  )
}
