import * as v from 'valibot'
import { PhotoError } from '#app/features/media/photo-error.ts'
import { type PhotoStore, uploadPhoto } from '#app/features/media/upload/photo-upload.server.ts'
import { findMergedSpot } from '#app/features/spots/find-merged-spot.ts'
import { SpotForm } from '#app/features/spots/form/spot-form-schema.ts'
import { describeDataError } from '#app/lib/describe-data-error.ts'
import { type FormRejection, rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import type { LoadedSpotPage } from '../spot-page.ts'
import { findSeenInput, findSpotChanges } from './edit-spot.ts'

const Uuid = v.pipe(v.string(), v.uuid())

const MERGED = 'Nothing was saved, because this spot was merged with another one. Copy your changes and edit that spot.'

interface FormPhoto {
  id: string
  altText: string
}

/**
 * Saves the form of an existing spot: its fields, then the member's own photos in the given order (fields `photo` and
 * `photo_alt`). `update_spot` deletes those that are no longer in the form, with their files, unless it rejects the
 * changes. What was changed elsewhere since the form was opened stays. Returns the errors, if any.
 */
export async function saveSpot(
  store: PhotoStore,
  { page, viewerId, form }: { page: LoadedSpotPage; viewerId: string; form: FormData },
): Promise<FormRejection | undefined> {
  const parsed = parseForm(SpotForm, form)
  if (!parsed.accepted) return parsed.rejection
  const { supabase } = store
  try {
    // No one would see the changes, because its page leads to the other spot.
    if (await findKeptSpot(supabase, page)) return rejectForm(MERGED, form)
    const changes = findSpotChanges(page, parsed.value, findSeenInput(form))
    const status = form.get('publish') === '1' ? { status: 'published' } : {}
    const photos = await savePhotos(store, { page, viewerId, form })
    findData(await supabase.rpc('update_spot', { id: page.spot.id, changes: { ...changes, ...status }, ...photos }))
    return undefined
  } catch (error) {
    const sentence = error instanceof PhotoError ? error.message : describeDataError(error)
    if (sentence === undefined) throw error
    return rejectForm(sentence, form)
  }
}

/** Returns the id of the spot that this one was merged into, or null. */
export async function findKeptSpot(supabase: Supabase, { spot }: LoadedSpotPage): Promise<string | null> {
  return spot.status === 'removed' ? findMergedSpot(supabase, spot.id) : null
}

/** Uploads photos. Returns the member's photos in their order, with their alt texts. */
async function savePhotos(
  store: PhotoStore,
  { page, viewerId, form }: { page: LoadedSpotPage; viewerId: string; form: FormData },
): Promise<{ photo_ids: string[]; alt_texts: string[] }> {
  const wanted = [...listFormPhotos(form), ...listUnseenPhotos(page, viewerId, form)]
  const files = form.getAll('files').filter((file): file is File => file instanceof File && file.size > 0)
  const stored = await Promise.all(files.map(async (file) => (await uploadPhoto(store, viewerId, file)).id))
  return {
    photo_ids: [...wanted.map(({ id }) => id), ...stored],
    alt_texts: wanted.map(({ altText }) => altText),
  }
}

/** Lists the member's photos that were added after the form was opened, such as in another tab. */
function listUnseenPhotos({ photos }: LoadedSpotPage, viewerId: string, form: FormData): FormPhoto[] {
  if (!form.has('seen')) return []
  const known = new Set([...form.getAll('photo_seen'), ...form.getAll('photo')])
  return photos
    .filter(({ id, author_id }) => author_id === viewerId && !known.has(id))
    .map(({ id, alt_text }) => ({ id, altText: alt_text }))
}

function listFormPhotos(form: FormData): FormPhoto[] {
  const altTexts = form.getAll('photo_alt')
  return form
    .getAll('photo')
    .map((id, index) => ({
      id: String(id),
      altText: String(altTexts[index] ?? '')
        .slice(0, 500)
        .toWellFormed(),
    }))
    .filter(({ id }) => v.is(Uuid, id))
}
