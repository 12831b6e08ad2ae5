import { type CommentSubject, CommentSubjectContext } from '#app/features/comments/editor/comment-subject.ts'
import { useLinkedComment } from '#app/features/comments/thread/use-linked-comment.ts'
import { useNewComments } from '#app/features/comments/thread/use-new-comments.ts'
import { NewItems } from '#app/features/live-updates/new-items.tsx'
import { useFreshEntries } from '#app/features/live-updates/use-fresh-entries.ts'
import { useNewReviews } from '#app/features/reviews/use-new-reviews.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { SpotComments } from './spot-comments.tsx'
import type { SpotDiscussionData } from './spot-discussion-data.ts'
import type { SpotPage } from './spot-page.ts'
import { SpotReviews } from './spot-reviews.tsx'
import { isOpenForWords } from './spot-status.ts'

/** Reviews and comments. New ones are shown only on request, so that the page does not move. */
export function SpotDiscussion({ page, discussion }: { page: SpotPage; discussion: SpotDiscussionData }) {
  const { spot } = page
  const { reviews, comments } = discussion
  const latest = [reviews.latest_at, comments.latest_at].flatMap((at) => (at === null ? [] : [{ created_at: at }]))
  const { newest, freshSince, show, root } = useFreshEntries<HTMLDivElement>(latest)
  useLinkedComment()
  const followedId = isOpenForWords(spot) ? spot.id : null
  const reviewCount = useNewReviews(followedId, reviews, newest)
  const commentCount = useNewComments(
    followedId === null ? null : { column: 'spot_id', id: followedId },
    comments,
    newest,
  )
  const news = [
    reviewCount > 0 && formatCount(reviewCount, 'new review'),
    commentCount > 0 && formatCount(commentCount, 'new comment'),
  ]
  const subject: CommentSubject = {
    target: { spot_id: spot.id },
    authorId: page.author?.id ?? null,
    authorLabel: 'marked this spot',
  }
  return (
    <CommentSubjectContext value={subject}>
      <div className="spot-discussion" ref={root}>
        <SpotReviews page={page} discussion={discussion} freshSince={freshSince} />
        <SpotComments page={page} discussion={discussion} freshSince={freshSince} />
        <NewItems text={news.filter(Boolean).join(' and ')} onShow={show} className="is-above-composer" />
      </div>
    </CommentSubjectContext>
  )
}
