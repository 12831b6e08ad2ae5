import { uploadPhoto } from '#app/features/media/upload/photo-upload.server.ts'
import type { FormRejection } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { findData, takeData } from '#app/lib/supabase.ts'
import { PhotoForm, type PhotoFormCall } from './spot-forms.ts'

/** Adds a photo after the existing ones. Members may add photos to every published spot. */
export async function addSpotPhoto({
  supabase,
  photoFolder,
  viewer,
  spotId,
  form,
}: PhotoFormCall): Promise<FormRejection | undefined> {
  const parsed = parseForm(PhotoForm, form)
  if (!parsed.accepted) return parsed.rejection
  const file = form.get('photo')
  if (!(file instanceof File) || file.size === 0) {
    const values = { alt_text: parsed.value.alt_text }
    return { message: undefined, fieldErrors: { photo: 'Please choose a photo first.' }, values }
  }
  const { id } = await uploadPhoto({ supabase, folder: photoFolder }, viewer.id, file)
  const { photo_count } = takeData(await supabase.from('spots').select('photo_count').eq('id', spotId).single())
  const place = { spot_id: spotId, alt_text: parsed.value.alt_text, position: Math.min(photo_count, 999) }
  findData(await supabase.from('photos').update(place).eq('id', id))
  return undefined
}
