import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useFetcher, useLocation } from 'react-router'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { useEarlyToast } from '#app/platform/use-early-toast.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { showToast } from '#app/ui/feedback/toasts.ts'
import { TextAreaField } from '#app/ui/forms/text/text-area-field.tsx'
import type { ListResponse } from '../list-action.server.ts'
import type { ListItem } from '../list-page.ts'
import { useSavedForm } from './use-saved.ts'
import { useSavedText } from './use-saved-text.ts'

/** The note of an item, and buttons that move it by one place or remove it from the list. */
export function EditItem({
  item,
  isFirst,
  before,
  next,
}: {
  item: ListItem
  isFirst: boolean
  before: string | null
  next: string | null
}) {
  const { spot, note, position } = item
  const noteForm = useSavedForm('note')
  const field = useSavedText<HTMLTextAreaElement>(note)
  const moveForm = useSavedForm('move')
  useEarlyToast(moveForm.response)
  const undo = useFetcher<ListResponse>()
  useEarlyToast(undo.data)
  const { pathname, search } = useLocation()
  const removeForm = useSavedForm('remove', () =>
    showToast(`${spot.title} removed from the list`, {
      label: 'Undo',
      onPress: () =>
        void undo.submit(
          { intent: 'add', spot: spot.id, note, place: String(position) },
          // The member may have left the editor in the meantime.
          { method: 'post', action: pathname + search },
        ),
    }),
  )
  useEarlyToast(removeForm.response)
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
        <removeForm.Form method="post">
          <input type="hidden" name="spot" value={spot.id} />
          <Button type="submit" name="intent" value="remove" variant="quiet" busy={removeForm.isBusy}>
            Remove
          </Button>
        </removeForm.Form>
      </div>
    </div>
  )
}
