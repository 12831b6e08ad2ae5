import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'
import type { ReviewForm } from './review-schema.ts'

/**
 * Writes the member's one review of a spot, or changes it. No upsert: members may change rating and words of a row and no other
 * column, and an upsert writes them all.
 */
export async function saveReview(
  supabase: Supabase,
  { spotId, authorId, review }: { spotId: string; authorId: string; review: ReviewForm },
): Promise<void> {
  const mine = supabase.from('reviews').update(review).eq('spot_id', spotId).eq('author_id', authorId).select('id')
  if (takeData(await mine).length > 0) return
  findData(await supabase.from('reviews').insert({ ...review, spot_id: spotId, author_id: authorId }))
}

/** Deletes a review, as its author or a moderator. One that is gone already is no error. */
export async function deleteReview(supabase: Supabase, reviewId: string): Promise<void> {
  findData(await supabase.from('reviews').delete().eq('id', reviewId))
}
