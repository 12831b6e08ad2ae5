import { randomUUID } from 'node:crypto'
import { PhotoError } from '#app/features/media/photo-error.ts'
import type { Supabase } from '#app/lib/supabase.ts'

const BUCKET = 'avatars'

/**
 * Stores a picture of the signed-in member and returns its URL. It gets a new name each time, so that no cache shows
 * the old one. The server deletes the old one once the profile has changed. Throws PhotoError.
 */
export async function uploadAvatar(supabase: Supabase, memberId: string, file: Blob): Promise<string> {
  const { toAvatar } = await import('#app/features/media/processing/avatar.server.ts')
  const picture = await toAvatar(file)
  const path = `${memberId}/${randomUUID()}.webp`
  const { error } = await supabase.storage.from(BUCKET).upload(path, picture, { contentType: 'image/webp' })
  if (error) {
    const message = 'We could not store the picture, and nothing else was changed. Please try again in a moment.'
    throw new PhotoError('not_stored', message, { cause: error })
  }
  return supabase.storage.from(BUCKET).getPublicUrl(path).data.publicUrl
}
