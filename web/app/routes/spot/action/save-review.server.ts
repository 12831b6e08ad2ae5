import { deletePhoto } from '#app/features/media/photo-delete.server.ts'
import { uploadPhoto } from '#app/features/media/upload/photo-upload.server.ts'
import { listReviewPhotos, saveReview } from '#app/features/reviews/review-commands.ts'
import { ReviewForm } from '#app/features/reviews/review-schema.ts'
import { REVIEW_PHOTOS } from '#app/lib/content-limits.ts'
import { type FormRejection, rejectField } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import type { PhotoFormCall } from './spot-forms.ts'

/** Saves the review of the form with its photos. If a photo is rejected, nothing is saved. */
export async function saveReviewForm({
  supabase,
  photoFolder,
  viewer,
  spotId,
  form,
}: PhotoFormCall): Promise<FormRejection | undefined> {
  const parsed = parseForm(ReviewForm, form)
  if (!parsed.accepted) return parsed.rejection
  const files = form.getAll('photos').filter((file): file is File => file instanceof File && file.size > 0)
  const removed = new Set(form.getAll('remove_photo'))
  if (files.length === 0 && removed.size === 0) {
    await saveReview(supabase, { spotId, review: parsed.value, photoIds: null })
    return undefined
  }
  const kept = (await listReviewPhotos(supabase, spotId, viewer.id)).filter((id) => !removed.has(id))
  if (kept.length + files.length > REVIEW_PHOTOS) {
    return rejectField('photos', `A review can have at most ${REVIEW_PHOTOS} photos.`, form)
  }
  const added: string[] = []
  try {
    for (const file of files) added.push((await uploadPhoto({ supabase, folder: photoFolder }, viewer.id, file)).id)
    await saveReview(supabase, { spotId, review: parsed.value, photoIds: [...kept, ...added] })
  } catch (error) {
    for (const id of added) await deletePhoto(supabase, id)
    throw error
  }
  return undefined
}
