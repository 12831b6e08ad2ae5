import * as v from 'valibot'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import { listPhotoWidths, PHOTO_FORMATS } from './photo-sizes.ts'

const PhotoId = v.pipe(v.string(), v.uuid())

/**
 * Deletes a photo's row and files as the signed-in member. Returns false if it does not exist or belongs to someone
 * else.
 */
export async function deletePhoto(supabase: Supabase, photoId: string): Promise<boolean> {
  if (!v.is(PhotoId, photoId)) return false
  const query = supabase.from('photos').delete().eq('id', photoId).select('storage_path, width').maybeSingle()
  const photo = findData(await query)
  if (!photo) return false
  const paths = listPhotoWidths(photo.width).flatMap((width) =>
    PHOTO_FORMATS.map((format) => `${photo.storage_path}/${width}.${format}`),
  )
  // Without its row only the author can see a photo, so a failure here leaks nothing.
  await supabase.storage.from('photos').remove(paths)
  return true
}
