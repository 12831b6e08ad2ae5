import { describeRating } from '#app/features/reviews/rating-words.ts'
import { Rating } from '#app/ui/display/rating.tsx'
import { TextWithMentions } from '#app/ui/display/text-with-mentions.tsx'
import { DialogLink } from '../dialogs/dialog-link.tsx'
import type { ShownReview } from '../spot-discussion-data.ts'
import { useReviewDeletion } from '../use-review-deletion.ts'

/** The viewer's review of this spot, to edit or delete. On phones it is first in the list of reviews instead. */
export function OwnReview({ review }: { review: ShownReview }) {
  const { send, isGone } = useReviewDeletion(review.id)
  if (isGone) return null
  return (
    <section className="own-review" aria-labelledby="own-review-title">
      <h2 className="title spot-sidebar-title" id="own-review-title">
        Your review
      </h2>
      <p className="review-rating">
        <Rating value={review.rating} /> {describeRating(review.rating)}
      </p>
      {review.body && (
        <p className="review-body lines-3" dir="auto">
          <TextWithMentions text={review.body} />
        </p>
      )}
      <div className="review-actions touch-areas">
        <DialogLink dialog="review">Edit</DialogLink>
        <form
          method="post"
          className="contents"
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
        >
          <input type="hidden" name="id" value={review.id} />
          <button type="submit" name="intent" value="delete-review" className="link">
            Delete
          </button>
        </form>
      </div>
    </section>
  )
}
