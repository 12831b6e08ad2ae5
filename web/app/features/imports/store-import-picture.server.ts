import { uploadAvatar } from '#app/features/account/members/upload-avatar.server.ts'
import { PhotoError } from '#app/features/media/photo-error.ts'
import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'

/** The picture of an import, by its number among the photos, and the signed-in member. */
interface ImportPicture {
  supabase: Supabase
  importId: string
  number: number
  memberId: string
}

/**
 * Makes the picture of an archive the picture of the signed-in member, as the profile form does. Throws PhotoError if
 * the member has a picture already or if the file cannot be one.
 */
export async function storeImportPicture(
  { supabase, importId, number, memberId }: ImportPicture,
  file: Blob,
): Promise<null> {
  await requireRoom({ supabase, importId, number, memberId })
  const url = await uploadAvatar(supabase, memberId, file)
  // The metadata first, because the next sign-in writes the row from it.
  const { error } = await supabase.auth.updateUser({ data: { avatar_url: url } })
  if (error) throw new PhotoError('not_stored', 'The picture could not be stored. Please try again.', { cause: error })
  findData(await supabase.from('users').update({ avatar_url: url }).eq('id', memberId).is('avatar_url', null))
  findData(await supabase.rpc('note_import_picture', { import: importId, number, url }))
  // The token of the session has the picture that pages show.
  await supabase.auth.refreshSession()
  return null
}

async function requireRoom({ supabase, importId, number, memberId }: ImportPicture): Promise<void> {
  const key = { import_id: importId, number, is_picture: true, state: 'waiting' } as const
  const waiting = takeData(await supabase.from('import_photos').select('number').match(key))
  if (waiting.length === 0) throw new PhotoError('not_expected', 'This picture has already been sent or left out.')
  const member = findData(await supabase.from('users').select('avatar_url').eq('id', memberId).maybeSingle())
  if (member?.avatar_url) throw new PhotoError('not_expected', 'You already have a picture on this site.')
}
