import sharp from 'sharp'
import { damagedPhoto } from './photo-limits.server.ts'
import { processPhoto } from './photo-processing.server.ts'

/** Shown at 92 px at most; enough for screens with three pixels to one. */
const SIDE_PX = 288

/**
 * A member's picture: square, small, without metadata. It passes the same checks as every photo, so hostile, broken and
 * oversized files get the same sentences. Throws `PhotoError`.
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
