import Bookmark from 'lucide-react/icons/bookmark'
import BookmarkCheck from 'lucide-react/icons/bookmark-check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type MouseEvent, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { useViewer } from '#app/platform/root-data.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { buttonClass } from '#app/ui/buttons/button-class.ts'
import { MarkButton } from './mark-button.tsx'
import { SAVE_KEY_TARGET, useSaveKey } from './save-keys.ts'
import { SaveOutcome } from './save-outcome.tsx'
import { useSaving } from './use-saving.ts'
import './save-button.css'

/**
 * Saves a spot to the list used last; the chevron opens the list chooser. If the spot is already saved, or no list was
 * used before, the button opens the chooser, too. Links to the spot's page with `?save=1` open it as well, and without
 * JavaScript it is a part of that page.
 * Visitors save to "Want to go" once they have signed up. S saves and Shift+S opens the chooser.
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
  const query = linkSecret ? `?${new URLSearchParams({ link: linkSecret })}` : ''
  const action = `${spotUrl(spot)}${query}`
  const saving = useSaving(action, isSaved)
  const { Form, isSaved: shown, setIsChoosing } = saving
  useSaveKey(viewer !== null)
  const { search, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each followed link
  useEffect(() => {
    if (new URLSearchParams(search).get('save') === '1') setIsChoosing(true)
  }, [key])
  if (!viewer) return <MarkButton kind="want" isOn={false} action={action} />
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey) return
    event.preventDefault()
    setIsChoosing(true)
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
          onClick={(event) => (shown || event.shiftKey) && open(event)}
          title={shown ? 'Choose lists (S)' : 'Save (S)'}
          {...SAVE_KEY_TARGET}
        >
          {shown ? 'Saved' : 'Save'}
        </Button>
      </Form>
      <SafeLink
        to={`${spotUrl(spot)}?${new URLSearchParams({ ...(linkSecret && { link: linkSecret }), save: '1' })}`}
        className={buttonClass(shown ? 'secondary' : 'primary', 'square', 'save-more')}
        aria-label="Choose lists"
        title="Choose lists (Shift S)"
        aria-keyshortcuts="Shift+S"
        aria-haspopup="dialog"
        rel="nofollow"
        preventScrollReset
        onClick={(event) => !event.shiftKey && open(event)}
      >
        <ChevronDown aria-hidden="true" />
      </SafeLink>
      <SaveOutcome spot={spot} action={action} anchor={anchor} saving={saving} />
    </div>
  )
}
