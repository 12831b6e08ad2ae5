import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { limitedText } from '#app/lib/limited-text.ts'

/** A comment as pages show it: `private.comment_card` in the database. Replies contain the id of their parent. */
export const Comment = v.object({
  id: v.string(),
  parent_id: v.nullable(v.string()),
  body: v.string(),
  created_at: v.string(),
  edited_at: v.nullable(v.string()),
  author: v.nullable(MemberSummary),
  /** Comments with replies keep their place when they can no longer be read. */
  state: v.picklist(['shown', 'deleted', 'removed', 'hidden']),
  mentions: v.array(v.object({ written: v.string(), username: v.nullable(v.string()) })),
  is_reported: v.boolean(),
})

export type Comment = v.InferOutput<typeof Comment>

/**
 * A comment with the HTML of its text, which is safe to show. `body` is empty unless the viewer is its author, who may
 * edit it.
 */
export interface ShownComment extends Omit<Comment, 'mentions'> {
  html: string
}

const CommentId = v.pipe(v.string(), v.uuid())
const Body = v.pipe(limitedText('comments.body'), v.nonEmpty('Write something first.'))

/**
 * The fields of the comment form: `parent` for a reply to a comment, `review` for a reply to a review, else neither.
 */
export const CommentForm = v.object({
  body: Body,
  parent: v.optional(v.union([v.literal(''), CommentId]), ''),
  review: v.optional(v.union([v.literal(''), CommentId]), ''),
})

export type CommentForm = v.InferOutput<typeof CommentForm>

/** The fields of the form that edits a comment. */
export const CommentEditForm = v.object({ id: CommentId, body: Body })

/** The schema of forms that concern one comment. */
export const CommentRowForm = v.object({ id: CommentId })
