import { ReviewFields } from '#app/features/reviews/review-fields.tsx'
import { useLinkSecret } from '#app/features/spots/link-secret.ts'
import { FormDialog } from '#app/ui/dialogs/form-dialog.tsx'
import type { ShownReview } from '../spot-discussion-data.ts'
import type { SpotDialogProps } from './spot-dialog.ts'

/** Writes or changes the member's review. There is one review per member. */
export function ReviewDialog({ page: { spot }, own, onClose }: SpotDialogProps & { own: ShownReview | null }) {
  const linkSecret = useLinkSecret()
  return (
    <FormDialog
      intent="review"
      title={own ? 'Edit your review' : `Review ${spot.title}`}
      submitLabel="Save review"
      busyLabel="Saving"
      doneMessage="Review saved"
      onClose={onClose}
    >
      {(rejection) => <ReviewFields review={own} linkSecret={linkSecret} rejection={rejection} />}
    </FormDialog>
  )
}
