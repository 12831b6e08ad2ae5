import { useSearchParams } from 'react-router'
import { useIsFresh } from '#app/features/comments/comment-list.tsx'
import { type DiscussionChoice, linkChoice, reviewSorts } from '#app/features/comments/discussion-choice.ts'
import { SortMenu } from '#app/features/comments/sort-menu.tsx'
import { RatingDistribution } from '#app/features/reviews/rating-distribution.tsx'
import { formatCount } from '#app/lib/format/numbers.ts'
import { ChipLink } from '#app/ui/buttons/chip.tsx'
import { ChipRow } from '#app/ui/buttons/chip-row.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { MemberLink } from './dialogs/member-link.tsx'
import { ReviewEntry } from './review-entry.tsx'
import type { SpotDiscussionData } from './spot-discussion-data.ts'
import type { SpotPage } from './spot-page.ts'
import { isOpenForWords } from './spot-status.ts'

const sortWords = { newest: 'Newest', oldest: 'Oldest', highest: 'Highest', lowest: 'Lowest' } as const

/** The reviews of a spot. The viewer's own comes first on the first page. */
export function SpotReviews({
  page: { spot, rating_steps },
  discussion: { reviews: page, choice },
  freshSince,
}: {
  page: SpotPage
  discussion: SpotDiscussionData
  /** Reviews by others after this time are marked as new. */
  freshSince: string | undefined
}) {
  const [search] = useSearchParams()
  const isFresh = useIsFresh(freshSince)
  if (!isOpenForWords(spot)) return null
  const linkTo = (change: Partial<DiscussionChoice>) =>
    linkChoice(search, { ...choice, reviews_after: null, review: null, ...change }, 'reviews')
  const { own } = page
  const isFiltered = choice.rating !== null || choice.photos
  const isFirst = own !== null && page.is_start && !isFiltered
  const others = isFirst ? page.reviews.filter(({ id }) => id !== own.id) : page.reviews
  const listed = isFirst ? [own, ...others] : others
  return (
    <section className="spot-section" id="reviews" aria-labelledby="reviews-title">
      <div className="section-head">
        <h2 className="title text-h2" id="reviews-title">
          {spot.review_count === 0 ? 'Reviews' : formatCount(spot.review_count, 'review')}
        </h2>
        <MemberLink dialog="review">{own ? 'Edit your review' : 'Write a review'}</MemberLink>
      </div>
      <RatingDistribution steps={rating_steps} chosen={choice.rating} linkTo={(rating) => linkTo({ rating })} />
      {(spot.review_count > 1 || isFiltered) && <ReviewFilters page={page} choice={choice} linkTo={linkTo} />}
      {listed.length === 0 && (
        <p className="spot-section-empty">
          {isFiltered ? 'No review matches this choice.' : 'Been there? Tell others if it is worth a visit.'}
        </p>
      )}
      <ul>
        {listed.map((review) => (
          <ReviewEntry key={review.id} review={review} isFresh={isFresh} isOwn={review.id === own?.id} />
        ))}
      </ul>
      {!page.is_start && <TextLink to={linkTo({})}>Back to the first reviews</TextLink>}
      {page.next && <TextLink to={linkTo({ reviews_after: page.next })}>Show more reviews</TextLink>}
    </section>
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
