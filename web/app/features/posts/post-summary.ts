import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { PhotoSummary } from '#app/features/media/photo-summary.ts'
import { PublicationStatus, Visibility } from '#app/features/spots/spot-summary.ts'

/** A story without its text: `private.post_card` in the database. */
export const PostSummary = v.object({
  id: v.string(),
  slug: v.string(),
  title: v.string(),
  summary: v.string(),
  tags: v.array(v.string()),
  visibility: Visibility,
  status: PublicationStatus,
  published_at: v.nullable(v.string()),
  updated_at: v.string(),
  comment_count: v.number(),
  author: v.nullable(MemberSummary),
  cover: v.nullable(PhotoSummary),
})

export type PostSummary = v.InferOutput<typeof PostSummary>
