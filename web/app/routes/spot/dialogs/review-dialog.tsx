import { ReviewFields } from '#app/features/reviews/review-fields.tsx'
import { FormDialog } from './form-dialog.tsx'
import type { SpotDialogProps } from './spot-dialog.ts'

/** Writes or changes the member's review. There is one review per member. */
export function ReviewDialog({ page: { spot, viewer }, onClose }: SpotDialogProps) {
  return (
    <FormDialog
      intent="review"
      title={viewer.review ? 'Edit your review' : `Review ${spot.title}`}
      submitLabel={viewer.review ? 'Save' : 'Publish'}
      busyLabel="Saving"
      doneMessage="Review saved"
      onClose={onClose}
    >
      {(rejection) => <ReviewFields review={viewer.review} rejection={rejection} />}
    </FormDialog>
  )
}
