import { withBase } from '#app/platform/app-config.ts'

/** The widths that a photo is stored in, in pixels, and none beyond the last. */
const SMALLER_WIDTHS = [480, 960]
const WIDEST = 1920

export const PHOTO_FORMATS = ['avif', 'webp'] as const
export type PhotoFormat = (typeof PHOTO_FORMATS)[number]

/** The stored widths of a photo whose original is this wide: never wider than the original, the widest always among them. */
export function listPhotoWidths(originalWidth: number): number[] {
  return [...SMALLER_WIDTHS.filter((width) => width < originalWidth), Math.min(originalWidth, WIDEST)]
}

/** Where one size of a photo is served. `linkSecret` opens photos of a spot that is shared by a secret link. */
export function photoUrl(photoId: string, width: number, format: PhotoFormat, linkSecret?: string | null): string {
  return withBase(`/photo/${photoId}/${width}.${format}${linkSecret ? `?link=${linkSecret}` : ''}`)
}

/** The sources of all sizes for `srcset`. */
export function photoSourceSet(
  photoId: string,
  originalWidth: number,
  format: PhotoFormat,
  linkSecret?: string | null,
): string {
  return listPhotoWidths(originalWidth)
    .map((width) => `${photoUrl(photoId, width, format, linkSecret)} ${width}w`)
    .join(', ')
}
