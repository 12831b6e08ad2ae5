import { TextAreaField } from '#app/ui/forms/text-area-field.tsx'
import { FormDialog } from './form-dialog.tsx'
import type { SpotDialogProps } from './spot-dialog.ts'

/** For moderators: takes a spot away, with a reason that its author reads. */
export function RemoveDialog({ page, onClose }: SpotDialogProps) {
  if (!page.viewer.is_moderator) return null
  return (
    <FormDialog
      intent="remove"
      title="Remove this spot"
      description="Nobody but its author and the moderators sees it then. It can be approved again."
      submitLabel="Remove it"
      busyLabel="Removing"
      doneMessage="The spot is removed"
      danger
      onClose={onClose}
    >
      {(rejection) => (
        <TextAreaField
          label="Why? The author reads this."
          name="reason"
          rows={3}
          maxLength={1000}
          required
          defaultValue={rejection?.values.reason}
          error={rejection?.fieldErrors.reason}
        />
      )}
    </FormDialog>
  )
}
