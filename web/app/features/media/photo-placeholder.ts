import { rgbaToDataURL, thumbHashToRGBA } from 'thumbhash'

/** Wide enough for a blur; the browser smooths it. Each pixel is four bytes in every page that shows the photo. */
const SIDE = 8

/**
 * Returns a data URL of a few hundred bytes with a blurred preview of a photo; undefined for an invalid placeholder.
 */
export function toPlaceholderUrl(placeholder: string | null): string | undefined {
  if (!placeholder) return undefined
  try {
    const hash = Uint8Array.from(atob(placeholder), (character) => character.charCodeAt(0))
    const { w, h, rgba } = thumbHashToRGBA(hash)
    // An invalid hash decodes to a picture without width or height.
    if (w === 0 || h === 0) return undefined
    const width = Math.min(SIDE, w)
    const height = Math.max(1, Math.round((h / w) * width))
    return rgbaToDataURL(width, height, sample({ width: w, height: h, rgba }, width, height))
  } catch {
    return undefined
  }
}

interface Pixels {
  width: number
  height: number
  rgba: Uint8Array
}

/** Samples the middle pixel of each cell. The source is already smooth. */
function sample(source: Pixels, width: number, height: number): Uint8Array {
  const result = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const sourceX = Math.floor(((x + 0.5) * source.width) / width)
      const sourceY = Math.floor(((y + 0.5) * source.height) / height)
      const start = (sourceY * source.width + sourceX) * 4
      result.set(source.rgba.subarray(start, start + 4), (y * width + x) * 4)
    }
  }
  return result
}
