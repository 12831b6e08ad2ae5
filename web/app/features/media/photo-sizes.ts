import { withBase } from '#app/platform/config/app-config.ts'

/** The widths in pixels in which photos are stored. The last is the maximum. */
const SMALLER_WIDTHS = [480, 960]
const WIDEST = 1920

export const PHOTO_FORMATS = ['avif', 'webp'] as const
export type PhotoFormat = (typeof PHOTO_FORMATS)[number]

/**
 * Returns the stored widths of a photo with an original of this width: never wider than the original, and always with
 * the widest.
 */
export function listPhotoWidths(originalWidth: number): number[] {
  return [...SMALLER_WIDTHS.filter((width) => width < originalWidth), Math.min(originalWidth, WIDEST)]
}

/** Returns the width of the largest stored size. */
export function widestPhoto(originalWidth: number): number {
  return Math.min(originalWidth, WIDEST)
}

/** Returns the URL of one size of a photo. `linkSecret` opens photos of what is shared by a secret link. */
export function photoUrl(photoId: string, width: number, format: PhotoFormat, linkSecret?: string | null): string {
  return withBase(`/photo/${photoId}/${width}.${format}${linkSecret ? `?link=${encodeURIComponent(linkSecret)}` : ''}`)
}

/** Returns the sources of all sizes for `srcset`. */
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
