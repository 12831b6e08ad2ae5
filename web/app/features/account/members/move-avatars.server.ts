import { type Supabase, takeData } from '#app/lib/supabase.ts'

/**
 * Changes the URLs of all stored profile pictures to those of the present URL of the storage service, which profiles
 * contain in full. Run it at the start with a client that has the secret key. Throws when the service fails.
 */
export async function moveAvatars(client: Supabase): Promise<void> {
  const base = client.storage.from('avatars').getPublicUrl('').data.publicUrl
  takeData(await client.rpc('move_avatars', { base: base.replace(/\/*$/, '/') }))
}
