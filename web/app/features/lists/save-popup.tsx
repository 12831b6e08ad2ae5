import { Popover } from '@base-ui/react/popover'
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/dialogs/dialog.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { SkeletonText } from '#app/ui/feedback/skeleton.tsx'
import { SaveChoices } from './save-choices.tsx'
import { findSaveChooser, type SaveChooser } from './save-chooser-data.ts'

const PHONE = '(width < 47.5rem)'

/** The chooser: a popup below its button, or a sheet on phones. It loads the lists when it opens. */
export function SavePopup({
  spot,
  action,
  anchor,
  onClose,
  onSaved,
}: {
  spot: { id: string; title: string }
  action: string
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
  onSaved: (isSaved: boolean) => void
}) {
  const [isPhone] = useState(() => matchMedia(PHONE).matches)
  const { chooser, hasFailed, retry } = useChooser(spot.id)
  const close = () => {
    onClose()
    // The button is not a trigger of the library, so the focus has to be returned here.
    anchor.current?.querySelector<HTMLElement>('.save-more, .save-icon button')?.focus()
  }
  const content = <PopupContent {...{ chooser, hasFailed, retry, action, onSaved }} />
  if (isPhone) {
    return (
      <Dialog
        open
        onClose={close}
        title={<span dir="auto">Save {spot.title}</span>}
        actions={
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        }
      >
        {content}
      </Dialog>
    )
  }
  return (
    <Popover.Root open modal="trap-focus" onOpenChange={(next) => next || close()}>
      <Popover.Portal>
        <Popover.Positioner className="popup-place" anchor={anchor} align="start" sideOffset={10} collisionPadding={8}>
          <Popover.Popup className="save-popup">
            <div className="save-popup-head">
              <Popover.Title className="dialog-title">Save to</Popover.Title>
              <span aria-hidden="true">Esc closes</span>
            </div>
            {content}
            <div className="save-popup-foot">
              <span>New lists are private.</span>
              <Popover.Close render={<Button>Done</Button>} />
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function PopupContent({
  chooser,
  hasFailed,
  retry,
  action,
  onSaved,
}: ReturnType<typeof useChooser> & { action: string; onSaved: (isSaved: boolean) => void }) {
  if (chooser) return <LoadedChoices chooser={chooser} action={action} onSaved={onSaved} />
  if (!hasFailed) return <SkeletonText widths={[0.6, 0.6, 0.8]} />
  return (
    <Notice kind="bad">
      <p>Your lists could not be loaded.</p>
      <Button size="small" onClick={retry}>
        Try again
      </Button>
    </Notice>
  )
}

/** The lists. The first one has the focus, so that arrows and Space work at once. */
function LoadedChoices(props: ComponentProps<typeof SaveChoices>) {
  const choices = useRef<HTMLDivElement>(null)
  useEffect(() => choices.current?.querySelector<HTMLElement>('[role="checkbox"]')?.focus(), [])
  return (
    <div ref={choices}>
      <SaveChoices {...props} />
    </div>
  )
}

/** Loads the lists with the client of this browser. */
function useChooser(spotId: string) {
  const [chooser, setChooser] = useState<SaveChooser>()
  const [hasFailed, setHasFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt repeats the same request
  useEffect(() => {
    let isOver = false
    setHasFailed(false)
    import('#app/platform/session/browser-client.ts')
      .then(({ getBrowserClient }) => getBrowserClient())
      .then((supabase) => findSaveChooser(supabase, spotId))
      .then((found) => isOver || (found ? setChooser(found) : setHasFailed(true)))
      .catch(() => isOver || setHasFailed(true))
    return () => {
      isOver = true
    }
  }, [spotId, attempt])
  return { chooser, hasFailed, retry: () => setAttempt((count) => count + 1) }
}
