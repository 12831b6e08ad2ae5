import { findData, type Supabase } from '#app/lib/supabase.ts'
import type { CommentForm } from './comment-schema.ts'

/** The subject of a comment: a spot or a story. */
export type CommentTarget = { spot_id: string; post_id?: never } | { post_id: string; spot_id?: never }

/** Creates a comment or a reply. */
export async function createComment(
  supabase: Supabase,
  { target, authorId, comment }: { target: CommentTarget; authorId: string; comment: CommentForm },
): Promise<void> {
  const { spot_id = null, post_id = null } = target
  const row = { spot_id, post_id, body: comment.body, parent_id: comment.parent || null, author_id: authorId }
  findData(await supabase.from('comments').insert(row))
}

/** Deletes a comment and its replies, as its author or a moderator. Succeeds if it no longer exists. */
export async function deleteComment(supabase: Supabase, commentId: string): Promise<void> {
  findData(await supabase.from('comments').delete().eq('id', commentId))
}
