import * as v from 'valibot'
import { Review } from '#app/features/reviews/review-schema.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import { Comment } from './comment-schema.ts'
import { CommentCursor, type DiscussionChoice, isDefaultChoice, ReviewCursor } from './discussion-choice.ts'

/** One page of comments: `private.comment_page` in the database. */
export const CommentPage = v.object({
  threads: v.array(v.object({ comment: Comment, replies: v.array(Comment), reply_count: v.number() })),
  next: v.nullable(CommentCursor),
  is_start: v.boolean(),
  /** The time of the newest comment on any page. */
  latest_at: v.nullable(v.string()),
})

export type CommentPage = v.InferOutput<typeof CommentPage>

const ReviewWithReplies = v.object({ ...Review.entries, replies: v.array(Comment) })

/** One page of reviews: `private.review_page` in the database. */
export const ReviewPage = v.object({
  reviews: v.array(ReviewWithReplies),
  next: v.nullable(ReviewCursor),
  is_start: v.boolean(),
  own: v.nullable(ReviewWithReplies),
  linked: v.nullable(ReviewWithReplies),
  photo_count: v.number(),
  latest_at: v.nullable(v.string()),
})

export type ReviewPage = v.InferOutput<typeof ReviewPage>

const Discussion = v.object({ comments: CommentPage, reviews: v.nullable(ReviewPage) })

/**
 * Returns the chosen reviews and comments of a spot or a story. Returns null for the default choice, which the data of
 * the page contain, and if the viewer may not see the subject.
 */
export async function findDiscussion(
  supabase: Supabase,
  subject: { spot_id: string } | { post_slug: string },
  choice: DiscussionChoice,
  linkSecret: string | null,
): Promise<v.InferOutput<typeof Discussion> | null> {
  if (isDefaultChoice(choice)) return null
  const secret = linkSecret ? { link_secret: linkSecret } : {}
  const found = findData(await supabase.rpc('discussion_page', { ...subject, choice: { ...choice }, ...secret }))
  return found === null ? null : v.parse(Discussion, found)
}
