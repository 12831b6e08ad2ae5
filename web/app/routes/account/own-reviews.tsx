import { isLandscape } from '#app/features/categories/categories.ts'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import { placeOf, spotUrl } from '#app/features/spots/spot-url.ts'
import { formatDay } from '#app/lib/format/dates.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Rating } from '#app/ui/display/rating.tsx'
import { TextWithMentions } from '#app/ui/display/text-with-mentions.tsx'
import type { OwnReview } from './account-page.ts'

/** The member's newest reviews. `count` is the number of all. */
export function OwnReviews({ reviews, count }: { reviews: OwnReview[]; count: number }) {
  if (reviews.length === 0) return <p className="text-ink-2">You have not reviewed a spot yet.</p>
  return (
    <>
      <Reviews reviews={reviews} />
      {count > reviews.length && (
        <p className="mt-4 text-ink-2">
          The newest {reviews.length} of {formatCount(count, 'review')} are shown. Your data export contains all.
        </p>
      )}
    </>
  )
}

function Reviews({ reviews }: { reviews: OwnReview[] }) {
  return (
    <ul>
      {reviews.map((review) => (
        <li key={review.id} className="row own-review">
          {review.spot && <CategoryIcon category={review.spot.category} size={24} />}
          <div className="min-w-0 flex-1">
            <h2
              className={classNames('title text-h3', review.spot && isLandscape(review.spot.category) && 'nature')}
              dir="auto"
            >
              {review.spot ? (
                <SafeLink className="card-link" to={`${spotUrl(review.spot)}#reviews`}>
                  {review.spot.title}
                </SafeLink>
              ) : (
                'A spot that is no longer available'
              )}
            </h2>
            <p className="text-small text-ink-2">
              {[review.spot && placeOf(review.spot), formatDay(review.created_at)].filter(Boolean).join(' · ')}
            </p>
            {review.body && (
              <p className="own-review-body" dir="auto">
                <TextWithMentions text={review.body} />
              </p>
            )}
          </div>
          <Rating value={review.rating} />
        </li>
      ))}
    </ul>
  )
}
