import type { Comment } from './comment-schema.ts'

/** A comment with its replies, oldest first. */
export interface CommentThread {
  comment: Comment
  replies: Comment[]
}

/** Groups replies below their comments. Replies whose parent is not shown become comments of their own. */
export function threadComments(comments: Comment[]): CommentThread[] {
  const ids = new Set(comments.map(({ id }) => id))
  const isReply = ({ parent_id }: Comment) => parent_id !== null && ids.has(parent_id)
  return comments
    .filter((comment) => !isReply(comment))
    .map((comment) => ({ comment, replies: comments.filter(({ parent_id }) => parent_id === comment.id) }))
}
