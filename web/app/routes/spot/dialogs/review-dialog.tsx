import { ReviewFields } from '#app/features/reviews/review-fields.tsx'
import { FormDialog } from './form-dialog.tsx'
import type { SpotDialogProps } from './spot-dialog.ts'

/** One review a member: the first one is written, later ones change it. */
export function ReviewDialog({ page: { spot, viewer }, onClose }: SpotDialogProps) {
  return (
    <FormDialog
      intent="review"
      title={viewer.review ? 'Change your review' : `You went to ${spot.title}`}
      submitLabel={viewer.review ? 'Save' : 'Publish'}
      busyLabel="Saving"
      doneMessage="Your review is there"
      onClose={onClose}
    >
      {(rejection) => <ReviewFields review={viewer.review} rejection={rejection} />}
    </FormDialog>
  )
}
