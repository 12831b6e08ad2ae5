import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import type { FormRejection } from '#app/lib/form-result.ts'
import { RatingInput } from '#app/ui/forms/rating-input.tsx'
import { TextAreaField } from '#app/ui/forms/text-area-field.tsx'

/** The labels of ratings 1 to 5. */
const ratingWords = ['skip it', 'fine', 'good', 'worth the way', 'go now'] as const

/** The fields of a review: a rating and a text. */
export function ReviewFields({
  review,
  rejection,
}: {
  review: { rating: number; body: string } | null
  rejection: FormRejection | undefined
}) {
  const rated = Number(rejection?.values.rating ?? review?.rating)
  return (
    <>
      <RatingInput
        legend="How was it?"
        name="rating"
        words={ratingWords}
        defaultValue={rated}
        error={rejection?.fieldErrors.rating}
      />
      <TextAreaField
        label="What should others know?"
        name="body"
        optional
        rows={5}
        maxLength={CONTENT_LIMITS['reviews.body']}
        hint="The hour, the way in, what to leave out."
        defaultValue={rejection?.values.body ?? review?.body}
        error={rejection?.fieldErrors.body}
      />
    </>
  )
}
