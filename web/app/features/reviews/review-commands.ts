import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'
import type { ReviewForm } from './review-schema.ts'

/** Creates or updates the member's review of a spot. Photos that are not listed are removed; null keeps them all. */
export async function saveReview(
  supabase: Supabase,
  { spotId, review, photoIds }: { spotId: string; review: ReviewForm; photoIds: string[] | null },
): Promise<void> {
  const photos = photoIds && { photo_ids: photoIds }
  findData(await supabase.rpc('save_review', { spot_id: spotId, ...review, ...photos }))
}

/** Returns the ids of the photos of the member's review of a spot, in order. */
export async function listReviewPhotos(supabase: Supabase, spotId: string, authorId: string): Promise<string[]> {
  const photos = supabase.from('photos').select('id').eq('spot_id', spotId).eq('author_id', authorId)
  return takeData(await photos.not('review_id', 'is', null).order('position')).map(({ id }) => id)
}

/** Deletes a review of the member, who can restore it for an hour. */
export async function deleteReview(supabase: Supabase, reviewId: string): Promise<void> {
  findData(await supabase.rpc('delete_review', { id: reviewId }))
}

/** Restores a review that the member has just deleted. */
export async function restoreReview(supabase: Supabase, reviewId: string): Promise<void> {
  findData(await supabase.rpc('restore_review', { id: reviewId }))
}
