import { widestPhoto } from '#app/features/media/photo-sizes.ts'
import type { createZip } from '../zip-stream.ts'
import type { OwnPhoto } from './export-reader.ts'

/** A ZIP archive without Zip64 is limited to 4 GB. Photos beyond this total size are left out and listed in a file. */
const MAX_PHOTO_BYTES = 3.5 * 1024 ** 3

/** A photo with its file name in the archive. */
export interface PlacedPhoto {
  photo: OwnPhoto
  file: string
}

/** Returns the file name of each photo: `photos/{spot or story}/{number}.webp`, numbered in display order. */
export function placePhotos(photos: OwnPhoto[]): PlacedPhoto[] {
  const counts = new Map<string, number>()
  return photos.map((photo) => {
    const folder = photo.spot_id ?? photo.post_id ?? 'unused'
    const number = (counts.get(folder) ?? 0) + 1
    counts.set(folder, number)
    return { photo, file: `photos/${folder}/${String(number).padStart(3, '0')}.webp` }
  })
}

/** Groups photos by the id of their spot; the others are under an empty text. */
export function groupBySpot(photos: PlacedPhoto[]): Map<string, PlacedPhoto[]> {
  return Map.groupBy(photos, ({ photo }) => photo.spot_id ?? '')
}

/** Adds the photos to an archive, and a list of those that are missing or beyond the limit. */
export async function* addPhotos(
  zip: ReturnType<typeof createZip>,
  photos: PlacedPhoto[],
  readPhoto: (path: string) => Promise<Uint8Array | null>,
  count: (more: number) => void,
): AsyncGenerator<Uint8Array> {
  const missing: string[] = []
  let bytes = 0
  for (const { photo, file } of photos) {
    const path = `${photo.storage_path}/${widestPhoto(photo.width)}.webp`
    const picture = bytes < MAX_PHOTO_BYTES ? await readPhoto(path) : null
    if (!picture) missing.push(file)
    else {
      bytes += picture.length
      yield* zip.addPicture(file, picture)
    }
    count(1)
  }
  if (missing.length > 0) yield* zip.addText('photos-left-out.md', [`${missing.join('\n')}\n`])
}
