import { formatCount } from '#app/lib/format/numbers.ts'
import { FormDialog } from '#app/ui/dialogs/form-dialog.tsx'
import type { SpotDialogProps } from './spot-dialog.ts'

/** The confirmation before a spot is deleted. It lists everything that is deleted along with it. */
export function DeleteDialog({ page: { spot, viewer }, onClose }: SpotDialogProps) {
  if (!viewer.is_author) return null
  const losses = [
    spot.photo_count > 0 && formatCount(spot.photo_count, 'photo'),
    spot.review_count > 0 && formatCount(spot.review_count, 'review'),
    spot.comment_count > 0 && formatCount(spot.comment_count, 'comment'),
  ].filter((words) => words !== false)
  const withIt = losses.length > 0 ? ` This also deletes ${new Intl.ListFormat('en').format(losses)}.` : ''
  return (
    <FormDialog
      intent="delete"
      title={`Delete ${spot.title}?`}
      description={`You cannot undo this.${withIt} If the place itself is gone, mark it as closed instead.`}
      submitLabel="Delete"
      busyLabel="Deleting"
      doneMessage="Spot deleted"
      danger
      onClose={onClose}
    />
  )
}
