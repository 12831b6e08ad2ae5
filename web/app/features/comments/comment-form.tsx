import { useRef } from 'react'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { useIntentForm } from '#app/lib/intent-form.ts'
import { useViewer } from '#app/platform/root-data.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextAreaField } from '#app/ui/forms/text-area-field.tsx'
import { CommentItem } from './comment-item.tsx'

/**
 * The form for a comment, or for a reply to `parent`. It submits to the page's action and shows the pending comment
 * above the field.
 */
export function CommentForm({ parent, onSent }: { parent?: string; onSent?: () => void }) {
  const viewer = useViewer()
  const form = useRef<HTMLFormElement>(null)
  const { Form, sent, isBusy, rejection } = useIntentForm('comment', () => {
    form.current?.reset()
    onSent?.()
  })
  // Without JavaScript every form of the page gets the reply; only the submitted one shows it.
  const ownRejection = (rejection?.values.parent ?? '') === (parent ?? '') ? rejection : undefined
  const body = sent?.get('body')
  return (
    <>
      {viewer && typeof body === 'string' && body.trim() !== '' && (
        <ul>
          <CommentItem
            isPending
            comment={{
              id: `sending-${parent ?? 'new'}`,
              parent_id: parent ?? null,
              body: body.trim(),
              created_at: '',
              updated_at: '',
              author: { id: viewer.id, username: viewer.username, name: viewer.name, avatar_url: viewer.avatarUrl },
            }}
          />
        </ul>
      )}
      <Form method="post" ref={form} className="comment-form">
        {parent && <input type="hidden" name="parent" value={parent} />}
        <TextAreaField
          label={parent ? 'Your reply' : 'Your comment'}
          name="body"
          rows={3}
          maxLength={CONTENT_LIMITS['comments.body']}
          required
          defaultValue={ownRejection?.values.body}
          error={ownRejection?.fieldErrors.body ?? ownRejection?.message}
        />
        <Button type="submit" name="intent" value="comment" busy={isBusy} busyLabel="Sending">
          {parent ? 'Reply' : 'Comment'}
        </Button>
      </Form>
    </>
  )
}
