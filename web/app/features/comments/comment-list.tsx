import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useIntentForm } from '#app/lib/intent-form.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { useViewer } from '#app/platform/root-data.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import type { Comment } from './comment-schema.ts'
import { threadComments } from './thread-comments.ts'

/** Comments with one level of replies. The page's action handles the intents `comment` and `delete-comment`. */
export function CommentList({
  comments,
  freshSince,
}: {
  comments: Comment[]
  /** Comments by others after this time are marked as new. */
  freshSince: string | undefined
}) {
  const viewer = useViewer()
  const [search] = useSearchParams()
  const [answered, setAnswered] = useState(search.get('reply'))
  const toReply = (id: string) => {
    const parameters = new URLSearchParams(search)
    parameters.set('reply', id)
    return `?${parameters}#comment-${id}`
  }
  const isFresh = ({ created_at, author }: Comment) =>
    freshSince !== undefined && created_at > freshSince && author?.id !== viewer?.id
  return (
    <ul className="comments">
      {threadComments(comments).map(({ comment, replies }) => (
        <CommentItem
          key={comment.id}
          comment={comment}
          isFresh={isFresh(comment)}
          actions={
            viewer && (
              <>
                <SafeLink
                  className="link"
                  to={toReply(comment.id)}
                  rel="nofollow"
                  onClick={(event) => {
                    event.preventDefault()
                    setAnswered(comment.id)
                  }}
                >
                  Reply
                </SafeLink>
                <DeleteComment comment={comment} />
              </>
            )
          }
        >
          {(replies.length > 0 || answered === comment.id) && (
            <div className="comment-replies">
              <ul>
                {replies.map((reply) => (
                  <CommentItem
                    key={reply.id}
                    comment={reply}
                    isFresh={isFresh(reply)}
                    actions={<DeleteComment comment={reply} />}
                  />
                ))}
              </ul>
              {viewer && answered === comment.id && (
                <CommentForm parent={comment.id} onSent={() => setAnswered(null)} />
              )}
            </div>
          )}
        </CommentItem>
      ))}
    </ul>
  )
}

/** Shown to the author and to moderators. */
function DeleteComment({ comment }: { comment: Comment }) {
  const viewer = useViewer()
  const { Form, isBusy } = useIntentForm('delete-comment')
  if (!viewer || (viewer.id !== comment.author?.id && !viewer.isModerator)) return null
  return (
    <Form method="post" className="contents">
      <input type="hidden" name="id" value={comment.id} />
      <button type="submit" name="intent" value="delete-comment" className="link" disabled={isBusy}>
        {isBusy ? 'Deleting' : 'Delete'}
      </button>
    </Form>
  )
}
