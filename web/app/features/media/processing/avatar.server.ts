import sharp from 'sharp'
import { damagedPhoto } from './photo-limits.server.ts'
import { processPhoto } from './photo-processing.server.ts'

/** Avatars are shown at 92 px at most, so this suffices for screens with a pixel ratio of 3. */
const SIDE_PX = 288

/**
 * Returns a member's picture as a small square without metadata. It passes the same checks as photos, with the same
 * error messages. Throws `PhotoError`.
 */
export async function toAvatar(file: Blob): Promise<Buffer> {
  const { files } = await processPhoto(file)
  const smallest = files
    .filter(({ format }) => format === 'webp')
    .toSorted((a, b) => a.width - b.width)
    .find(({ width }, index, all) => width >= SIDE_PX || index === all.length - 1)
  if (!smallest) throw damagedPhoto()
  return sharp(smallest.content).resize(SIDE_PX, SIDE_PX, { fit: 'cover' }).webp({ quality: 82 }).toBuffer()
}
