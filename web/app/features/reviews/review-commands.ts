import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'
import type { ReviewForm } from './review-schema.ts'

/**
 * Creates or updates the member's one review of a spot. Not an upsert: members may update only rating and text of a
 * row, and an upsert writes all columns.
 */
export async function saveReview(
  supabase: Supabase,
  { spotId, authorId, review }: { spotId: string; authorId: string; review: ReviewForm },
): Promise<void> {
  const mine = supabase.from('reviews').update(review).eq('spot_id', spotId).eq('author_id', authorId).select('id')
  if (takeData(await mine).length > 0) return
  findData(await supabase.from('reviews').insert({ ...review, spot_id: spotId, author_id: authorId }))
}

/** Deletes a review, as its author or a moderator. Succeeds if it no longer exists. */
export async function deleteReview(supabase: Supabase, reviewId: string): Promise<void> {
  findData(await supabase.from('reviews').delete().eq('id', reviewId))
}
