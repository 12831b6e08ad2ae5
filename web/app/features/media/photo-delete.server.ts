import * as v from 'valibot'
import { findData, type Supabase } from '#app/lib/supabase.ts'

const PhotoId = v.pipe(v.string(), v.uuid())

/**
 * Deletes a photo as the signed-in member. Its files follow within seconds: the database queues them for a chore.
 * Returns false if the photo does not exist or belongs to someone else.
 */
export async function deletePhoto(supabase: Supabase, photoId: string): Promise<boolean> {
  if (!v.is(PhotoId, photoId)) return false
  const photo = findData(await supabase.from('photos').delete().eq('id', photoId).select('id').maybeSingle())
  return photo !== null
}
