import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { limitedText } from '#app/lib/limited-text.ts'

/** A comment as pages show it: `private.comment_list` in the database. Replies name their parent. */
export const Comment = v.object({
  id: v.string(),
  parent_id: v.nullable(v.string()),
  body: v.string(),
  created_at: v.string(),
  updated_at: v.string(),
  author: v.nullable(MemberSummary),
})

export type Comment = v.InferOutput<typeof Comment>

/** The fields of the comment form; `parent` is empty unless it is a reply. */
export const CommentForm = v.object({
  body: v.pipe(limitedText('comments.body'), v.nonEmpty('Write something first.')),
  parent: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.uuid())]), ''),
})

export type CommentForm = v.InferOutput<typeof CommentForm>
