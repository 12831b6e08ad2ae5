import type { Comment } from './comment-schema.ts'

/** A comment with what was answered to it, oldest first. */
export interface CommentThread {
  comment: Comment
  replies: Comment[]
}

/** Puts replies under what they answer. Those whose parent is not among the comments shown stand for themselves. */
export function threadComments(comments: Comment[]): CommentThread[] {
  const ids = new Set(comments.map(({ id }) => id))
  const isReply = ({ parent_id }: Comment) => parent_id !== null && ids.has(parent_id)
  return comments
    .filter((comment) => !isReply(comment))
    .map((comment) => ({ comment, replies: comments.filter(({ parent_id }) => parent_id === comment.id) }))
}
