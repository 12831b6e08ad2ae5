import { PhotoError } from '../photo-error.ts'

export const PIXEL_LIMIT = 50_000_000
export const FILE_LIMIT_BYTES = 25 * 1024 * 1024
const SHORTEST_SIDE = 16
/** Beyond this the widest stored size would exceed WebP's maximum height. */
const LONGEST_RATIO = 8

export const damagedPhoto = (cause?: unknown) =>
  new PhotoError('damaged', 'This photo is damaged or incomplete. Please choose another copy of it.', { cause })
export const tooManyPixels = (megapixels: number) =>
  new PhotoError(
    'too_many_pixels',
    `This picture has ${megapixels} megapixels; at most 50 are accepted. Please make it smaller and try again.`,
  )

/** Throws if the file is larger than accepted. Called before the file is read. */
export function requireFileSize(bytes: number): void {
  if (bytes <= FILE_LIMIT_BYTES) return
  const size = Math.ceil(bytes / 1024 / 1024)
  throw new PhotoError('too_large', `This file is ${size} MB; at most 25 MB are accepted. Please choose a smaller one.`)
}

/** Throws if the picture's dimensions are not accepted. Called before the picture is decoded. */
export function requirePictureSize(width: number, height: number): void {
  if (width * height > PIXEL_LIMIT) throw tooManyPixels(Math.ceil((width * height) / 1e6))
  if (Math.min(width, height) < SHORTEST_SIDE) {
    const message = `This picture has only ${width} × ${height} pixels. Please choose a larger one.`
    throw new PhotoError('too_small', message)
  }
  if (Math.max(width, height) / Math.min(width, height) > LONGEST_RATIO) {
    throw new PhotoError('too_narrow', 'This picture is too long and narrow. Please crop it and try again.')
  }
}
