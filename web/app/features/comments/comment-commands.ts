import { throwIfDenied } from '#app/lib/describe-data-error.ts'
import { type FormCommand, withForm } from '#app/lib/form-command.ts'
import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'
import { CommentEditForm, type CommentForm, CommentRowForm } from './comment-schema.ts'

/** The subject of a comment: a spot or a story. */
export type CommentTarget = { spot_id: string; post_id?: never } | { post_id: string; spot_id?: never }

/** Creates a comment, or a reply to a comment or a review, and returns its id. */
export async function createComment(
  supabase: Supabase,
  { target, authorId, comment }: { target: CommentTarget; authorId: string; comment: CommentForm },
): Promise<string> {
  const { spot_id = null, post_id = null } = target
  const { body, parent, review } = comment
  const row = { spot_id, post_id, body, parent_id: parent || null, review_id: review || null, author_id: authorId }
  const added = await supabase.from('comments').insert(row).select('id').single()
  throwIfDenied(added, 'This page is no longer shown, so it takes no comments.')
  return takeData(added).id
}

interface CommentCall {
  supabase: Supabase
  form: FormData
}

/** The intents of every page with comments, apart from writing one. */
export const commentCommands: Record<string, FormCommand<CommentCall>> = {
  'edit-comment': withForm(CommentEditForm, async ({ supabase }, { id, body }) => {
    findData(await supabase.from('comments').update({ body }).eq('id', id))
  }),
  'delete-comment': withForm(CommentRowForm, async ({ supabase }, { id }) => {
    findData(await supabase.rpc('delete_comment', { id }))
  }),
  'restore-comment': withForm(CommentRowForm, async ({ supabase }, { id }) => {
    findData(await supabase.rpc('restore_comment', { id }))
  }),
}
