import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'

/** A review as pages show it: `private.review_list` of the database. */
export const Review = v.object({
  id: v.string(),
  rating: v.number(),
  body: v.string(),
  created_at: v.string(),
  updated_at: v.string(),
  author: v.nullable(MemberSummary),
})

export type Review = v.InferOutput<typeof Review>

/** What the form of a review sends. */
export const ReviewForm = v.object({
  rating: v.pipe(
    v.optional(v.string(), ''),
    v.regex(/^[1-5]$/, 'Choose one of the five, from skip it to go now.'),
    v.transform(Number),
  ),
  body: v.pipe(v.string(), v.trim(), v.maxLength(4000, 'A review has at most 4,000 characters.')),
})

export type ReviewForm = v.InferOutput<typeof ReviewForm>
