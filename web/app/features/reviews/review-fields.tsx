import { PhotoImage } from '#app/features/media/photo-image.tsx'
import { CONTENT_LIMITS, REVIEW_PHOTOS } from '#app/lib/content-limits.ts'
import type { FormRejection } from '#app/lib/form-result.ts'
import { RatingInput } from '#app/ui/forms/choices/rating-input.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { TextAreaField } from '#app/ui/forms/text/text-area-field.tsx'
import { ratingWords } from './rating-words.ts'
import type { Review } from './review-schema.ts'
import './reviews.css'

/** The fields of a review: a rating, a text and photos. */
export function ReviewFields({
  review,
  linkSecret,
  rejection,
}: {
  review: Pick<Review, 'rating' | 'body' | 'photos'> | null
  linkSecret: string | null
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
        hint="When to go, how to get in, what to skip."
        defaultValue={rejection?.values.body ?? review?.body}
        error={rejection?.fieldErrors.body}
      />
      {review && review.photos.length > 0 && (
        <ul className="review-kept-photos">
          {review.photos.map((photo) => (
            <li key={photo.id}>
              <PhotoImage photo={photo} sizes="8rem" linkSecret={linkSecret} />
              <label className="review-remove-photo">
                <input type="checkbox" name="remove_photo" value={photo.id} />
                Remove
              </label>
            </li>
          ))}
        </ul>
      )}
      <Field
        label="Photos"
        optional
        error={rejection?.fieldErrors.photos}
        hint={`Up to ${REVIEW_PHOTOS}, only your own. Location and camera details are removed.`}
      >
        {(control) => <input {...control} type="file" name="photos" accept="image/*" multiple className="input" />}
      </Field>
    </>
  )
}
