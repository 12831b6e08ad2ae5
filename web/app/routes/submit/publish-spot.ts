import * as v from 'valibot'
import { PhotoError } from '#app/features/media/photo-error.ts'
import { SpotForm, toSpotChanges } from '#app/features/spots/form/spot-form-schema.ts'
import { PublicationStatus } from '#app/features/spots/spot-summary.ts'
import { describeDataError } from '#app/lib/describe-data-error.ts'
import { type FormResult, rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'

const PublishedSpot = v.object({ id: v.string(), slug: v.string(), status: PublicationStatus })

/** The spot that a submission has become. */
export type PublishedSpot = v.InferOutput<typeof PublishedSpot>

const Uuid = v.pipe(v.string(), v.uuid())

const SubmissionForm = v.object({ ...SpotForm.entries, submission_key: Uuid })

/**
 * Publishes the spot of a form as the signed-in member, with its photos in their order (pairs of the fields `photo` and
 * `photo_alt`). Sending the same submission key twice creates one spot. `storePhotos` stores the files of a page
 * without JavaScript and runs only when the form is valid.
 */
export async function publishSpot(
  supabase: Supabase,
  form: FormData,
  storePhotos: (files: File[]) => Promise<string[]>,
): Promise<FormResult<PublishedSpot>> {
  const result = parseForm(SubmissionForm, form)
  if (!result.accepted) return result
  const { submission_key, ...input } = result.value
  try {
    const photos = listPhotos(form)
    const stored = await storePhotos(form.getAll('files').filter((file): file is File => isFilled(file)))
    const photo_ids = [...photos.map(({ id }) => id), ...stored]
    const alt_texts = photos.map(({ altText }) => altText)
    const spot = toSpotChanges(input)
    const response = await supabase.rpc('submit_spot', { submission_key, spot, photo_ids, alt_texts })
    return { accepted: true, value: v.parse(PublishedSpot, takeData(response)) }
  } catch (error) {
    const reason = error instanceof PhotoError ? error.message : describeDataError(error)
    if (!reason) throw error
    return { accepted: false, rejection: rejectForm(reason, form) }
  }
}

function listPhotos(form: FormData): { id: string; altText: string }[] {
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

function isFilled(file: FormDataEntryValue): boolean {
  return file instanceof File && file.size > 0
}
