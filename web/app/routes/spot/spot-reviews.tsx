import { ReviewItem } from '#app/features/reviews/review-item.tsx'
import { capitalize, writeNumber } from '#app/lib/format/number-words.ts'
import { formatNumber } from '#app/lib/format/numbers.ts'
import { useIntentForm } from '#app/lib/intent-form.ts'
import { useViewer } from '#app/platform/root-data.ts'
import { DialogLink } from './dialogs/dialog-link.tsx'
import { MemberLink } from './dialogs/member-link.tsx'
import type { SpotPage } from './spot-page.ts'
import { isOpenForWords } from './spot-status.ts'

/** The reviews of a spot. The viewer's own comes first and can be changed. */
export function SpotReviews({
  page: { spot, reviews, viewer },
  freshSince,
}: {
  page: SpotPage
  /** Reviews by others after this time are marked as new. */
  freshSince: string | undefined
}) {
  const member = useViewer()
  if (!isOpenForWords(spot)) return null
  const isMine = ({ author }: SpotPage['reviews'][number]) => member !== null && author?.id === member.id
  const sorted = reviews.toSorted((a, b) => Number(isMine(b)) - Number(isMine(a)))
  return (
    <section className="spot-section" id="reviews" aria-labelledby="reviews-title">
      <div className="section-head">
        <h2 className="title text-h2" id="reviews-title">
          {describeCount(spot.review_count)}
        </h2>
        <MemberLink dialog="review">{viewer.review ? 'Edit your review' : 'Write a review'}</MemberLink>
      </div>
      {sorted.length === 0 && <p className="spot-section-empty">Been there? Tell others if it is worth a visit.</p>}
      <ul>
        {sorted.map((review) => (
          <ReviewItem
            key={review.id}
            review={review}
            isFresh={freshSince !== undefined && review.created_at > freshSince && !isMine(review)}
            actions={
              isMine(review) || member?.isModerator ? <ReviewActions id={review.id} isMine={isMine(review)} /> : null
            }
          />
        ))}
      </ul>
      {spot.review_count > reviews.length && (
        <p className="spot-section-empty">
          Showing the latest {formatNumber(reviews.length)} of {formatNumber(spot.review_count)}.
        </p>
      )}
    </section>
  )
}

function ReviewActions({ id, isMine }: { id: string; isMine: boolean }) {
  const { Form, isBusy } = useIntentForm('delete-review')
  return (
    <>
      {isMine && <DialogLink dialog="review">Edit</DialogLink>}
      <Form method="post" className="contents">
        <input type="hidden" name="id" value={id} />
        <button type="submit" name="intent" value="delete-review" className="link" disabled={isBusy}>
          {isBusy ? 'Deleting' : 'Delete'}
        </button>
      </Form>
    </>
  )
}

function describeCount(count: number): string {
  if (count === 0) return 'No reviews yet'
  return `${capitalize(writeNumber(count))} ${count === 1 ? 'person' : 'people'} went`
}
