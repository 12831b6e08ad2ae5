import { type Supabase, takeData } from '#app/lib/supabase.ts'
import type { DraftRow } from './draft-rows.ts'
import { persist } from './persist.ts'
import type { PhotoPlace } from './photo-reader.ts'
import type { OwnArchive } from './reading/archive/own-archive.ts'
import type { PlacePhoto } from './reading/read-place.ts'
import { shorten, tidy } from './reading/text/plain-text.ts'

const BATCH = 500
/** The maximum number of photos per import. */
export const MAX_PHOTOS = 10_000
/** The maximum number of photos per place. */
export const MAX_PHOTOS_OF_ONE = 100
const MAX_POSITION = 999
const TOO_MANY = `Only the first ${MAX_PHOTOS_OF_ONE} photos of a place are imported.`

/** A photo of an import: its data for the server, and its location on this device. */
export interface StagedPhoto {
  number: number
  place: PhotoPlace
  named: NamedPhoto
}

/** A photo as the server stores it before its file is sent. */
type NamedPhoto = ReturnType<typeof toNamed> & { number: number; reason?: string }

/** Numbers the profile picture and the photos of rows and stories. Those beyond the limits are left out with a sentence. */
export function listStagedPhotos(
  rows: Pick<DraftRow, 'photos'>[],
  archive: Pick<OwnArchive, 'stories' | 'picture'> | undefined,
): StagedPhoto[] {
  const ofProfile = (archive?.picture ? [archive.picture] : []).map((photo) => ({
    photo,
    target: { is_picture: true },
    reason: photo.reason,
  }))
  const ofRows = rows.flatMap(({ photos = [] }, index) => {
    const hasCover = photos.some(({ isCover }) => isCover)
    return photos.map((photo, position) => ({
      photo,
      target: {
        row_number: index + 1,
        position: Math.min(position, MAX_POSITION),
        is_cover: hasCover ? photo.isCover === true : position === 0,
      },
      reason: position < MAX_PHOTOS_OF_ONE ? photo.reason : TOO_MANY,
    }))
  })
  // The text of a story determines the places of its photos.
  const ofStories = (archive?.stories ?? []).flatMap(({ photos }, index) =>
    photos.map((photo) => ({ photo, target: { story_number: index + 1 }, reason: photo.reason })),
  )
  return [...ofProfile, ...ofRows, ...ofStories].slice(0, MAX_PHOTOS).map(({ photo, target, reason }, index) => ({
    number: index + 1,
    place: { file: photo.file, path: photo.path },
    named: { number: index + 1, ...target, ...toNamed(photo), ...(reason && { reason }) },
  }))
}

function toNamed({ path, alt, takenAt, addedAt, source, isOfReview }: PlacePhoto) {
  return {
    name: shorten(tidy((path.at(-1) ?? '').replace(/^.*\//, '')), 300) || 'photo',
    alt_text: tidy(alt),
    ...(takenAt && { taken_at: takenAt }),
    ...(addedAt && { added_at: addedAt }),
    ...(source && { source }),
    ...(isOfReview && { of_review: true }),
  }
}

/** Registers the photos of an import before it starts. Photos that arrive twice count once. Throws DataError. */
export async function registerPhotos(supabase: Supabase, id: string, photos: StagedPhoto[]): Promise<void> {
  for (let from = 0; from < photos.length; from += BATCH) {
    const batch = photos.slice(from, from + BATCH).map(({ named }) => named)
    await persist(async () => takeData(await supabase.rpc('add_import_photos', { import: id, photos: batch })))
  }
}
