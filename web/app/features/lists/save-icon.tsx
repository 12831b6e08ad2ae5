import Bookmark from 'lucide-react/icons/bookmark'
import BookmarkCheck from 'lucide-react/icons/bookmark-check'
import { useRef } from 'react'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { useViewer } from '#app/platform/root-data.ts'
import { buttonClass } from '#app/ui/buttons/button-class.ts'
import { classNames } from '#app/ui/class-names.ts'
import { SAVE_KEY_TARGET } from './save-keys.ts'
import { SaveOutcome } from './save-outcome.tsx'
import { useSaving } from './use-saving.ts'
import './save-button.css'

/**
 * Saves a spot from a row or card, like `SaveButton` on the page of the spot. Without JavaScript and for visitors, the
 * form submits to that page.
 */
export function SaveIcon({
  spot,
  className,
  hasWords = false,
}: {
  spot: { id: string; title: string }
  className?: string
  /** Shows "Save" beside the icon, where there is room. */
  hasWords?: boolean
}) {
  const viewer = useViewer()
  const anchor = useRef<HTMLDivElement>(null)
  const action = spotUrl(spot)
  const saving = useSaving(action, false)
  const { Form, isSaved, setIsChoosing } = saving
  const label = `${isSaved ? 'Saved: choose lists for' : 'Save'} ${spot.title}`
  return (
    <div className={classNames('save-icon above-link', className)} ref={anchor}>
      <Form method="post" action={action}>
        {!viewer && (
          <>
            <input type="hidden" name="kind" value="want" />
            <input type="hidden" name="on" value="true" />
          </>
        )}
        <button
          type="submit"
          name="intent"
          value={viewer ? 'save' : 'mark'}
          className={hasWords ? buttonClass('secondary') : 'save-icon-button'}
          aria-label={label}
          title={`${isSaved ? 'Saved' : 'Save'} (S)`}
          data-saved={isSaved || undefined}
          {...SAVE_KEY_TARGET}
          onClick={(event) => {
            if (!viewer || !(isSaved || event.shiftKey)) return
            event.preventDefault()
            setIsChoosing(true)
          }}
        >
          {isSaved ? <BookmarkCheck size={20} aria-hidden="true" /> : <Bookmark size={20} aria-hidden="true" />}
          {hasWords && (isSaved ? 'Saved' : 'Save')}
        </button>
      </Form>
      <SaveOutcome spot={spot} action={action} anchor={anchor} saving={saving} />
    </div>
  )
}
