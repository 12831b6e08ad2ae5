import * as v from 'valibot'
import type { PlacePhoto } from '../read-place.ts'

const Profile = v.object({ avatar_file: v.pipe(v.string(), v.nonEmpty()) })

/** Finds the picture of the member in an archive. Archives before version 5 have none. */
export function findPicture(profile: unknown): PlacePhoto | undefined {
  const found = v.safeParse(Profile, profile)
  return found.success ? { path: [found.output.avatar_file], file: 0, alt: '' } : undefined
}
