import { formatCount } from '#app/lib/format/numbers.ts'
import { FormDialog } from './form-dialog.tsx'
import type { SpotDialogProps } from './spot-dialog.ts'

/** Asks before a spot goes, with all that hangs on it. */
export function DeleteDialog({ page: { spot, viewer }, onClose }: SpotDialogProps) {
  if (!viewer.is_author) return null
  const losses = [
    spot.photo_count > 0 && formatCount(spot.photo_count, 'photo'),
    spot.review_count > 0 && formatCount(spot.review_count, 'review'),
    spot.comment_count > 0 && formatCount(spot.comment_count, 'comment'),
  ].filter((words) => words !== false)
  const withIt = losses.length > 0 ? ` With it go ${new Intl.ListFormat('en').format(losses)}.` : ''
  return (
    <FormDialog
      intent="delete"
      title={`Delete ${spot.title}?`}
      description={`This cannot be undone.${withIt} If the place itself is gone, mark it as closed instead.`}
      submitLabel="Delete it"
      busyLabel="Deleting"
      doneMessage="The spot is deleted"
      danger
      onClose={onClose}
    />
  )
}
