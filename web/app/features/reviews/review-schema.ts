import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { PhotoSummary } from '#app/features/media/photo-summary.ts'
import { limitedText } from '#app/lib/limited-text.ts'

/** A review as pages show it: `private.review_card` in the database. */
export const Review = v.object({
  id: v.string(),
  rating: v.number(),
  body: v.string(),
  created_at: v.string(),
  edited_at: v.nullable(v.string()),
  author: v.nullable(MemberSummary),
  photos: v.array(PhotoSummary),
  is_reported: v.boolean(),
})

export type Review = v.InferOutput<typeof Review>

/** The fields of the review form. Photos are read separately, since they are files. */
export const ReviewForm = v.object({
  rating: v.pipe(
    v.optional(v.string(), ''),
    v.regex(/^[1-5]$/, 'Choose a rating, from “skip it” to “go now”.'),
    v.transform(Number),
  ),
  body: limitedText('reviews.body'),
})

export type ReviewForm = v.InferOutput<typeof ReviewForm>
