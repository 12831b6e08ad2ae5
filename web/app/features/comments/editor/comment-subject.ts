import { createContext, useContext } from 'react'
import type { CommentTarget } from '../comment-commands.ts'

/** The subject of the comments of a page. */
export interface CommentSubject {
  target: CommentTarget
  /** The author of the spot or story, whose comments carry a label. */
  authorId: string | null
  authorLabel: string
}

/** Null outside of pages with comments. */
export const CommentSubjectContext = createContext<CommentSubject | null>(null)

export function useCommentSubject(): CommentSubject {
  const subject = useContext(CommentSubjectContext)
  if (!subject) throw new Error('Comments need a subject.')
  return subject
}
