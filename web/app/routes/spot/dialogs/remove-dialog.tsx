import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { useDialogDraft } from '#app/platform/unsaved/use-dialog-draft.ts'
import { FormDialog } from '#app/ui/dialogs/form-dialog.tsx'
import { TextAreaField } from '#app/ui/forms/text/text-area-field.tsx'
import type { SpotDialogProps } from './spot-dialog.ts'

/** Lets moderators remove a spot, with a reason for its author. */
export function RemoveDialog({ page, onClose }: SpotDialogProps) {
  const draft = useDialogDraft('remove')
  if (!page.viewer.is_moderator) return null
  return (
    <FormDialog
      intent="remove"
      title="Remove this spot"
      description="Only its author and the moderators will see it. You can approve it again later."
      submitLabel="Remove"
      busyLabel="Removing"
      doneMessage="Spot removed"
      danger
      draft={draft}
      onClose={onClose}
    >
      {(rejection) => (
        <TextAreaField
          label="Reason, shown to the author"
          name="reason"
          rows={3}
          maxLength={CONTENT_LIMITS['spots.removal_reason']}
          required
          defaultValue={rejection?.values.reason}
          error={rejection?.fieldErrors.reason}
        />
      )}
    </FormDialog>
  )
}
