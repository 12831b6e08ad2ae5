import Bookmark from 'lucide-react/icons/bookmark'
import BookmarkCheck from 'lucide-react/icons/bookmark-check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { lazy, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { useViewer } from '#app/platform/root-data.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { buttonClass } from '#app/ui/buttons/button-class.ts'
import { showToast } from '#app/ui/feedback/toasts.ts'
import { MarkButton } from './mark-button.tsx'
import type { SavedTo, SaveReply } from './save-commands.ts'
import './save-button.css'

const SavePopup = lazy(() => import('./save-popup.tsx').then((module) => ({ default: module.SavePopup })))

/**
 * Saves a spot to the list used last; the chevron chooses lists. Pressed again, or before any list was used, both open the
 * chooser. Without JavaScript the chooser is `?save=1` of the spot's page. Visitors save to "Want to go" once they have
 * signed up.
 */
export function SaveButton({
  spot,
  isSaved,
  linkSecret,
}: {
  spot: { id: string; title: string }
  isSaved: boolean
  linkSecret?: string | null | undefined
}) {
  const viewer = useViewer()
  const anchor = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [hasSaved, setHasSaved] = useState<boolean>()
  const query = linkSecret ? `?${new URLSearchParams({ link: linkSecret })}` : ''
  const action = `${spotUrl(spot)}${query}`
  const { Form, isSaving, rejection } = useSaving(action, {
    onSaved: () => setHasSaved(true),
    onUndone: () => setHasSaved(false),
    onChoose: () => setIsOpen(true),
  })
  if (!viewer) return <MarkButton kind="want" isOn={false} />
  const shown = (hasSaved ?? isSaved) || isSaving
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setIsOpen(true)
  }
  return (
    <div className="save-split" ref={anchor}>
      <Form method="post" action={action} className="mark-form">
        <Button
          type="submit"
          name="intent"
          value="save"
          variant={shown ? 'secondary' : 'primary'}
          aria-pressed={shown}
          icon={shown ? <BookmarkCheck /> : <Bookmark />}
          onClick={shown ? open : undefined}
        >
          {shown ? 'Saved' : 'Save'}
        </Button>
      </Form>
      <SafeLink
        to={`${spotUrl(spot)}?${new URLSearchParams({ ...(linkSecret && { link: linkSecret }), save: '1' })}`}
        className={buttonClass(shown ? 'secondary' : 'primary', 'square', 'save-more')}
        aria-label="Choose lists"
        title="Choose lists"
        aria-haspopup="dialog"
        rel="nofollow"
        preventScrollReset
        onClick={open}
      >
        <ChevronDown aria-hidden="true" />
      </SafeLink>
      {rejection && (
        <span className="field-error" role="alert">
          {rejection}
        </span>
      )}
      {isOpen && (
        <Suspense>
          <SavePopup
            spot={spot}
            action={action}
            anchor={anchor}
            onClose={() => setIsOpen(false)}
            onSaved={setHasSaved}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Sends the one-tap save, and offers to undo it. */
function useSaving(
  action: string,
  { onSaved, onUndone, onChoose }: { onSaved: () => void; onUndone: () => void; onChoose: () => void },
) {
  const fetcher = useFetcher<SaveReply>()
  const undo = useFetcher<SaveReply>()
  const callbacks = useRef({ onSaved, onUndone, onChoose })
  callbacks.current = { onSaved, onUndone, onChoose }
  const { data } = fetcher
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reply
  useEffect(() => {
    if (!data || data.rejection || data.savedTo === undefined) return
    if (data.savedTo === null) return callbacks.current.onChoose()
    callbacks.current.onSaved()
    announce(data.savedTo, (list) => {
      void undo.submit({ intent: 'set-list', list, on: 'false' }, { method: 'post', action })
      callbacks.current.onUndone()
    })
  }, [data])
  return {
    Form: fetcher.Form,
    // Before the first list was used nothing is saved yet.
    isSaving: fetcher.state !== 'idle',
    rejection: data?.rejection?.message,
  }
}

function announce({ id, title, changed }: SavedTo, onUndo: (list: string) => void): void {
  showToast(`Saved to ${title}`, changed ? { label: 'Undo', onPress: () => onUndo(id) } : undefined)
}
