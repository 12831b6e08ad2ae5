import { useNewComments } from '#app/features/comments/use-new-comments.ts'
import { NewItems } from '#app/features/live-updates/new-items.tsx'
import { useFreshEntries } from '#app/features/live-updates/use-fresh-entries.ts'
import { useNewReviews } from '#app/features/reviews/use-new-reviews.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { SpotComments } from './spot-comments.tsx'
import type { SpotPage } from './spot-page.ts'
import { SpotReviews } from './spot-reviews.tsx'
import { isOpenForWords } from './spot-status.ts'

/** Reviews and comments. New ones wait until the reader asks for them, so that nothing moves. */
export function SpotDiscussion({ page }: { page: SpotPage }) {
  const { spot, reviews, comments } = page
  const { newest, freshSince, show, root } = useFreshEntries<HTMLDivElement>([...reviews, ...comments])
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
  return (
    <div className="spot-discussion" ref={root}>
      <SpotReviews page={page} freshSince={freshSince} />
      <SpotComments page={page} freshSince={freshSince} />
      <NewItems text={news.filter(Boolean).join(' and ')} onShow={show} />
    </div>
  )
}
