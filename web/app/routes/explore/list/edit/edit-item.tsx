import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect } from 'react'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { useEarlyToast } from '#app/platform/use-early-toast.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextAreaField } from '#app/ui/forms/text/text-area-field.tsx'
import type { ListItem } from '../list-page.ts'
import type { Removals } from './use-removals.ts'
import { useSavedForm } from './use-saved.ts'
import { useSavedText } from './use-saved-text.ts'

/** The note of an item, and buttons that move it by one place or remove it from the list. */
export function EditItem({
  item,
  isFirst,
  before,
  next,
  removals: { begin, cancel },
}: {
  item: ListItem
  isFirst: boolean
  before: string | null
  next: string | null
  removals: Removals
}) {
  const { spot, note } = item
  const noteForm = useSavedForm('note')
  const field = useSavedText<HTMLTextAreaElement>(note)
  const moveForm = useSavedForm('move')
  useEarlyToast(moveForm.response)
  const removeForm = useSavedForm('remove')
  useEarlyToast(removeForm.response)
  const isRejected = removeForm.rejection !== undefined
  useEffect(() => {
    if (isRejected) cancel(spot.id)
  }, [isRejected, cancel, spot.id])
  return (
    <div className="edit-more">
      <noteForm.Form method="post">
        <input type="hidden" name="spot" value={spot.id} />
        <input type="hidden" name="intent" value="note" />
        <TextAreaField
          ref={field}
          label="Note for readers of this list"
          name="note"
          rows={3}
          className="edit-note"
          defaultValue={noteForm.rejection?.values.note ?? note}
          maxLength={CONTENT_LIMITS['list_items.note']}
          error={noteForm.rejection?.fieldErrors.note ?? noteForm.rejection?.message}
          onBlur={({ currentTarget: { value, form } }) => value.trim() !== note && form?.requestSubmit()}
        />
        <noscript>
          <Button type="submit">Save note</Button>
        </noscript>
      </noteForm.Form>
      <div className="edit-buttons">
        <moveForm.Form method="post">
          <input type="hidden" name="intent" value="move" />
          <input type="hidden" name="spot" value={spot.id} />
          <Button type="submit" name="after" value={before ?? ''} icon={<ArrowUp />} disabled={isFirst}>
            Up
          </Button>
          <Button type="submit" name="after" value={next ?? ''} icon={<ArrowDown />} disabled={next === null}>
            Down
          </Button>
        </moveForm.Form>
        <removeForm.Form method="post" onSubmit={() => begin(item)}>
          <input type="hidden" name="spot" value={spot.id} />
          <Button type="submit" name="intent" value="remove" variant="quiet" busy={removeForm.isBusy}>
            Remove
          </Button>
        </removeForm.Form>
      </div>
    </div>
  )
}
