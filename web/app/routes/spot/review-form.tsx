import { useEffect, useRef } from 'react'
import { findTypedSince } from '#app/features/comments/thread/typed-since.ts'
import { ReviewFields } from '#app/features/reviews/review-fields.tsx'
import { useLinkSecret } from '#app/features/spots/link-secret.ts'
import { useIntentForm } from '#app/lib/intent-form.ts'
import { useFormDraft } from '#app/platform/unsaved/use-form-draft.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { CancelButton } from '#app/ui/dialogs/cancel-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { showToast } from '#app/ui/feedback/toasts.ts'
import { useInvalidFocus } from '#app/ui/forms/use-invalid-focus.ts'
import type { ShownReview } from './spot-discussion-data.ts'

/**
 * The form of the member's own review, above those of others. It stays open, with the typed text, until it is saved.
 * Leaving the page keeps the rating and text for as long as the tab is open.
 */
export function ReviewForm({ own, onClose }: { own: ShownReview | null; onClose: () => void }) {
  const linkSecret = useLinkSecret()
  const heading = useRef<HTMLHeadingElement>(null)
  const draft = useFormDraft('review', { body: own?.body ?? '', rating: String(own?.rating ?? '') })
  const close = () => {
    draft.discard()
    onClose()
  }
  const { Form, isBusy, rejection } = useIntentForm('review', (saved) => {
    showToast('Review saved')
    // Photos take a while to upload, and the text may have changed since.
    if (!findTypedSince(draft.form.current, saved)) close()
  })
  useEffect(() => heading.current?.focus(), [])
  useInvalidFocus(draft.form, rejection)
  return (
    <section className="review-form" aria-labelledby="review-form-title">
      <h3 className="title text-h3" id="review-form-title" tabIndex={-1} ref={heading}>
        Your review
      </h3>
      <Form
        method="post"
        ref={draft.form}
        encType="multipart/form-data"
        className="review-form-fields"
        onInput={draft.save}
        noValidate
      >
        {rejection?.message && <Notice kind="bad">{rejection.message}</Notice>}
        <ReviewFields review={own} linkSecret={linkSecret} rejection={rejection} />
        <div className="review-form-actions">
          <CancelButton onClose={close} />
          <Button type="submit" name="intent" value="review" variant="primary" busy={isBusy} busyLabel="Saving">
            Save review
          </Button>
        </div>
      </Form>
    </section>
  )
}
