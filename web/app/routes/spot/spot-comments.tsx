import { Form } from 'react-router'
import { CommentForm } from '#app/features/comments/comment-form.tsx'
import { CommentList } from '#app/features/comments/comment-list.tsx'
import { useViewer } from '#app/platform/root-data.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import type { SpotPage } from './spot-page.ts'
import { isOpenForWords } from './spot-status.ts'

/** The comments on a spot. */
export function SpotComments({
  page: { spot, comments },
  freshSince,
}: {
  page: SpotPage
  /** Comments by others after this time are marked as new. */
  freshSince: string | undefined
}) {
  const viewer = useViewer()
  if (!isOpenForWords(spot)) return null
  return (
    <section className="spot-section" id="comments" aria-labelledby="comments-title">
      <div className="section-head">
        <h2 className="title text-h2" id="comments-title">
          Comments
        </h2>
        {spot.comment_count > 0 && <span className="text-ink-2">{spot.comment_count}</span>}
      </div>
      {comments.length === 0 && <p className="spot-section-empty">No comments yet.</p>}
      <CommentList comments={comments} freshSince={freshSince} />
      {viewer ? (
        <CommentForm />
      ) : (
        <Form method="post">
          <Button type="submit" name="intent" value="join">
            Sign up to comment
          </Button>
        </Form>
      )}
    </section>
  )
}
