import { useIntentForm } from '#app/lib/intent-form.ts'
import { useFormDraft } from '#app/platform/unsaved/use-form-draft.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { CancelButton } from '#app/ui/dialogs/cancel-button.tsx'
import { showToast } from '#app/ui/feedback/toasts.ts'
import type { ShownComment } from '../comment-schema.ts'
import { CommentField } from '../editor/comment-field.tsx'
import { findTypedSince } from './typed-since.ts'

/** Edits a comment in its place. */
export function CommentEditForm({ comment, onClose }: { comment: ShownComment; onClose: () => void }) {
  const draft = useFormDraft(`edit ${comment.id}`, { body: comment.body })
  const close = () => {
    draft.discard()
    onClose()
  }
  const { Form, isBusy, rejection } = useIntentForm('edit-comment', (saved) => {
    showToast('Comment saved')
    if (!findTypedSince(draft.form.current, saved)) close()
  })
  const error = rejection && (rejection.fieldErrors.body ?? rejection.message ?? 'Not saved.')
  return (
    <Form method="post" ref={draft.form} className="comment-form" onInput={draft.save} noValidate>
      <input type="hidden" name="id" value={comment.id} />
      <CommentField
        label="Your comment"
        defaultValue={rejection?.values.body ?? comment.body}
        error={error}
        autoFocus
      />
      <div className="comment-form-buttons">
        <Button type="submit" name="intent" value="edit-comment" busy={isBusy} busyLabel="Saving">
          Save
        </Button>
        <CancelButton openedBy={['edit']} variant="quiet" onClose={close} />
      </div>
    </Form>
  )
}
