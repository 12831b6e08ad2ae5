import { FormDialog } from '#app/ui/dialogs/form-dialog.tsx'
import type { SpotDialogProps } from './spot-dialog.ts'

/** The confirmation before a spot is marked as closed. */
export function CloseDialog({ page: { spot, viewer }, onClose }: SpotDialogProps) {
  if (!viewer.is_author && !viewer.is_moderator) return null
  return (
    <FormDialog
      intent="close"
      title={`Is ${spot.title} closed for good?`}
      description="It stays on the map, marked as closed, so that people do not travel here for nothing. You can reopen it later."
      submitLabel="Mark as closed"
      busyLabel="Saving"
      doneMessage="Marked as closed"
      danger
      onClose={onClose}
    />
  )
}
