import type { KeyboardEvent } from 'react'
import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { useIntentForm } from '#app/lib/intent-form.ts'
import { useViewer } from '#app/platform/root-data.ts'
import { useFormDraft } from '#app/platform/unsaved/use-form-draft.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { CancelButton } from '#app/ui/dialogs/cancel-button.tsx'
import { showToast } from '#app/ui/feedback/toasts.ts'
import { CommentField } from '../editor/comment-field.tsx'
import { CommentItem } from './comment-item.tsx'
import { findTypedSince } from './typed-since.ts'
import { useSentComment } from './use-sent-comment.ts'

/** The comment or review that is replied to; undefined for a comment on the page itself. */
export type Answered = { parent: string; review?: never } | { review: string; parent?: never } | undefined

/**
 * The form for a comment or a reply. It submits to the page's action and shows the pending comment above the field. The
 * form for comments stays at the bottom of the window while the comments are in view. `onSent` is called when the page
 * contains the comment. With `onCancel`, a button and Escape in an empty field close the form.
 */
export function CommentForm({
  answered,
  onSent,
  onCancel,
}: {
  answered?: Answered
  onSent?: () => void
  onCancel?: () => void
}) {
  const viewer = useViewer()
  const draft = useFormDraft(`comment ${answered?.parent ?? answered?.review ?? ''}`, { body: '' })
  const { Form, sent, created, isBusy, rejection } = useIntentForm('comment', (finished) => {
    const rest = findTypedSince(draft.form.current, finished)
    draft.form.current?.reset()
    const field = draft.form.current?.querySelector('textarea')
    if (field) field.value = rest
    draft.save()
    showToast(answered ? 'Reply sent' : 'Comment sent')
  })
  useSentComment(created, onSent)
  // Without JavaScript every form of the page gets the reply; only the submitted one shows it.
  const { parent = '', review = '' } = rejection?.values ?? {}
  const isOwn = parent === (answered?.parent ?? '') && review === (answered?.review ?? '')
  const ownRejection = isOwn ? rejection : undefined
  const error = ownRejection && (ownRejection.fieldErrors.body ?? ownRejection.message ?? 'Not sent.')
  const label = answered ? 'Reply' : 'Send'
  const body = sent?.get('body')
  const cancel = () => {
    draft.discard()
    onCancel?.()
  }
  const closeIfEmpty = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (event.currentTarget.querySelector('textarea')?.value === '') cancel()
  }
  return (
    <>
      {viewer && typeof body === 'string' && body.trim() !== '' && (
        <PendingComment body={body.trim()} isReply={answered !== undefined} />
      )}
      <Form
        method="post"
        ref={draft.form}
        className={classNames('comment-form', !answered && 'is-sticky')}
        onInput={draft.save}
        onKeyDown={onCancel && closeIfEmpty}
        noValidate
      >
        {answered?.parent && <input type="hidden" name="parent" value={answered.parent} />}
        {answered?.review && <input type="hidden" name="review" value={answered.review} />}
        {viewer && !answered && <MemberAvatar id={viewer.id} url={viewer.avatarUrl} size={44} />}
        <CommentField
          label={answered ? 'Your reply' : 'Your comment'}
          placeholder={answered ? undefined : 'Write a comment'}
          hint={
            <>
              <span className="comment-key">Ctrl Enter sends. </span>You can use Markdown.
            </>
          }
          defaultValue={ownRejection?.values.body}
          error={error}
          autoFocus={answered !== undefined}
        />
        <div className="comment-form-buttons">
          <Button
            type="submit"
            name="intent"
            value="comment"
            variant={answered ? 'secondary' : 'primary'}
            busy={isBusy}
            busyLabel="Sending"
          >
            {error === 'Not sent.' ? 'Try again' : label}
          </Button>
          {onCancel && <CancelButton openedBy={['reply']} variant="quiet" onClose={cancel} />}
        </div>
      </Form>
    </>
  )
}

/** Scrolls to a comment that is being sent: the form sticks to the window, even far from the end of the comments. */
function scrollToSent(list: HTMLUListElement | null) {
  list?.firstElementChild?.scrollIntoView({ block: 'nearest' })
}

function PendingComment({ body, isReply }: { body: string; isReply: boolean }) {
  const viewer = useViewer()
  if (!viewer) return null
  const { id, username, name, avatarUrl } = viewer
  return (
    <ul ref={scrollToSent}>
      <CommentItem
        isPending
        isReply={isReply}
        comment={{
          id: 'sending',
          parent_id: null,
          created_at: '',
          edited_at: null,
          state: 'shown',
          is_reported: false,
          html: '',
          author: { id, username, name, avatar_url: avatarUrl },
        }}
      >
        <p className="comment-body whitespace-pre-line" dir="auto">
          {body}
        </p>
      </CommentItem>
    </ul>
  )
}
