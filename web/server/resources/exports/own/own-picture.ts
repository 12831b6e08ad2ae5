import * as v from 'valibot'

const Profile = v.object({ id: v.string(), avatar_url: v.string() })
/** The profile picture in the archive. */
export const PICTURE_FILE = 'profile/picture.webp'

/**
 * Reads the picture of a member that this site stores, as the row of the profile names it. Returns null for a picture
 * elsewhere, such as one of a sign-in provider. Only files in the folder of the member are read, because members may
 * write any URL into their profile.
 */
export async function readPicture(
  profile: unknown,
  read: (path: string) => Promise<Uint8Array | null>,
): Promise<Uint8Array | null> {
  const found = v.safeParse(Profile, profile)
  if (!found.success) return null
  const { id, avatar_url } = found.output
  const [, folder, name] = /\/avatars\/([\w-]+)\/([\w-]+\.webp)$/.exec(avatar_url) ?? []
  return folder === id && name ? read(`${folder}/${name}`) : null
}
