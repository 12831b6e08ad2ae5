import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type DiscussionChoice, linkChoice, reviewSorts } from '#app/features/comments/discussion-choice.ts'
import { useIsFresh } from '#app/features/comments/thread/comment-list.tsx'
import { MoreEntries } from '#app/features/comments/thread/more-entries.tsx'
import { SortMenu } from '#app/features/comments/thread/sort-menu.tsx'
import { RatingDistribution } from '#app/features/reviews/rating-distribution.tsx'
import { formatCount } from '#app/lib/format/numbers.ts'
import { useViewer } from '#app/platform/root-data.ts'
import { ChipLink } from '#app/ui/buttons/chip.tsx'
import { ChipRow } from '#app/ui/buttons/chip-row.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { useDialog } from './dialogs/dialog-state.tsx'
import { MemberLink } from './dialogs/member-link.tsx'
import { ReviewEntry } from './review-entry.tsx'
import { ReviewForm } from './review-form.tsx'
import type { ShownReview, SpotDiscussionData } from './spot-discussion-data.ts'
import type { SpotPage } from './spot-page.ts'
import { isOpenForWords } from './spot-status.ts'

const sortWords = { newest: 'Newest', oldest: 'Oldest', highest: 'Highest', lowest: 'Lowest' } as const

/** The reviews of a spot. The viewer's own comes first on the first page. */
export function SpotReviews({
  page: { spot, rating_steps },
  discussion,
  freshSince,
}: {
  page: SpotPage
  discussion: SpotDiscussionData
  /** Reviews by others after this time are marked as new. */
  freshSince: string | undefined
}) {
  const [search] = useSearchParams()
  const { section, isWriting, close } = useReviewForm()
  const isFresh = useIsFresh(freshSince)
  const { reviews: page, choice } = discussion
  if (!isOpenForWords(spot)) return null
  const linkTo = (change: Partial<DiscussionChoice>) =>
    linkChoice(search, { ...choice, reviews_after: null, review: null, ...change }, 'reviews')
  const { own } = page
  const isFiltered = choice.rating !== null || choice.photos
  const first = page.is_start && !isFiltered && !isWriting ? own : null
  return (
    <section className="spot-section" id="reviews" aria-labelledby="reviews-title" ref={section}>
      <div className="section-head touch-areas">
        <h2 className="title text-h2" id="reviews-title">
          {spot.review_count === 0 ? 'Reviews' : formatCount(spot.review_count, 'review')}
        </h2>
        {!isWriting && <MemberLink dialog="review">{own ? 'Edit your review' : 'Write a review'}</MemberLink>}
      </div>
      {isWriting && <ReviewForm own={own} onClose={close} />}
      <RatingDistribution steps={rating_steps} chosen={choice.rating} linkTo={(rating) => linkTo({ rating })} />
      {(spot.review_count > 1 || isFiltered) && <ReviewFilters page={page} choice={choice} linkTo={linkTo} />}
      {!first && !isWriting && page.reviews.length === 0 && (
        <p className="spot-section-empty">
          {isFiltered ? 'No review matches these filters.' : 'Been there? Tell others if it is worth a visit.'}
        </p>
      )}
      {!page.is_start && <TextLink to={linkTo({})}>Back to the first reviews</TextLink>}
      <ul>
        {first && <ReviewEntry review={first} isFresh={isFresh} isOwn />}
        <ReviewItems {...{ reviews: page, first, isFresh, linkTo }} />
      </ul>
    </section>
  )
}

/** Returns true while the review form is open. When it closes, focus returns to its link. */
function useReviewForm() {
  const section = useRef<HTMLElement>(null)
  const { opened, close } = useDialog()
  const isWriting = useViewer() !== null && opened === 'review'
  const wasWriting = useRef(isWriting)
  useEffect(() => {
    if (wasWriting.current && !isWriting) section.current?.querySelector<HTMLElement>('.section-head a')?.focus()
    wasWriting.current = isWriting
  }, [isWriting])
  return { section, isWriting, close }
}

/** The reviews of one page without `first`, then those of further pages loaded on request. */
function ReviewItems({
  reviews: { reviews, own, next },
  first,
  isFresh,
  linkTo,
}: {
  reviews: SpotDiscussionData['reviews']
  /** The viewer's own review, if it comes first. */
  first: ShownReview | null
  isFresh: ReturnType<typeof useIsFresh>
  linkTo: (change: Partial<DiscussionChoice>) => string
}) {
  const others = (page: ShownReview[]) => page.filter(({ id }) => id !== first?.id)
  return (
    <>
      {others(reviews).map((review) => (
        <ReviewEntry key={review.id} review={review} isFresh={isFresh} isOwn={review.id === own?.id} />
      ))}
      {next && (
        <MoreEntries<{ discussion: SpotDiscussionData }>
          key={linkTo({})}
          to={linkTo({ reviews_after: next })}
          label="Show more reviews"
          firstIdOf={({ discussion }) => others(discussion.reviews.reviews).map(({ id }) => `review-${id}`)[0]}
        >
          {({ discussion }) => <ReviewItems reviews={discussion.reviews} {...{ first, isFresh, linkTo }} />}
        </MoreEntries>
      )}
    </>
  )
}

function ReviewFilters({
  page: { photo_count },
  choice,
  linkTo,
}: {
  page: SpotDiscussionData['reviews']
  choice: DiscussionChoice
  linkTo: (change: Partial<DiscussionChoice>) => string
}) {
  const { rating, photos } = choice
  return (
    <div className="review-filters">
      <ChipRow label="Filter reviews">
        <ChipLink to={linkTo({ rating: null, photos: false })} on={rating === null && !photos} isPlain rel="nofollow">
          All
        </ChipLink>
        {(photo_count > 0 || photos) && (
          <ChipLink to={linkTo({ photos: !photos })} on={photos} count={photo_count} rel="nofollow">
            With photos
          </ChipLink>
        )}
        {rating !== null && (
          <ChipLink to={linkTo({ rating: null })} on rel="nofollow">
            {`Rated ${rating} of 5`}
          </ChipLink>
        )}
      </ChipRow>
      <SortMenu
        label="Order of reviews"
        sorts={reviewSorts}
        chosen={choice.reviews}
        words={sortWords}
        linkTo={(reviews) => linkTo({ reviews })}
      />
    </div>
  )
}
