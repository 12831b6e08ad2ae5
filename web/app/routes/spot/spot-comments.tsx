import { CommentForm } from '#app/features/comments/thread/comment-form.tsx'
import { CommentHead } from '#app/features/comments/thread/comment-head.tsx'
import { CommentList } from '#app/features/comments/thread/comment-list.tsx'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { useViewer } from '#app/platform/root-data.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import type { SpotDiscussionData } from './spot-discussion-data.ts'
import type { SpotPage } from './spot-page.ts'
import { isOpenForWords } from './spot-status.ts'

/** The comments on a spot. */
export function SpotComments({
  page: { spot },
  discussion,
  freshSince,
}: {
  page: SpotPage
  discussion: SpotDiscussionData
  /** Comments by others after this time are marked as new. */
  freshSince: string | undefined
}) {
  const viewer = useViewer()
  if (!isOpenForWords(spot)) return null
  return (
    <section className="spot-section" id="comments" aria-labelledby="comments-title">
      <CommentHead count={spot.comment_count} choice={discussion.choice} />
      <CommentList discussion={discussion} freshSince={freshSince} />
      {viewer ? (
        <CommentForm />
      ) : (
        <PageForm method="post">
          <Button type="submit" name="intent" value="join">
            Sign up to comment
          </Button>
        </PageForm>
      )}
    </section>
  )
}
