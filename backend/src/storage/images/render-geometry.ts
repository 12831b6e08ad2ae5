import type { RenderOptions } from './render-options.ts'

export interface Size {
  width: number
  height: number
}

/** The steps from source to result: scale, then crop. */
export interface RenderGeometry {
  scaled: Size
  crop: Size & { left: number; top: number }
}

/**
 * Computes the geometry as imgproxy does, which upstream uses. The requested size determines the shrink factors of width
 * and height, which are equal for cover and contain. If one would enlarge the picture, both are divided by the smaller.
 */
export function computeGeometry(source: Size, options: RenderOptions): RenderGeometry {
  const shrink = computeShrink(source, options)
  const scaled = {
    width: Math.max(1, Math.round(source.width / shrink.x)),
    height: Math.max(1, Math.round(source.height / shrink.y)),
  }
  const width = Math.min(scaled.width, options.width || scaled.width)
  const height = Math.min(scaled.height, options.height || scaled.height)
  const place = placeOf(options)
  const left = placeCrop(place.x, width, scaled.width, place.isPoint)
  const top = placeCrop(place.y, height, scaled.height, place.isPoint)
  return { scaled, crop: { left, top, width, height } }
}

function computeShrink(source: Size, { width, height, resize }: RenderOptions): { x: number; y: number } {
  const wanted = { x: width ? source.width / width : undefined, y: height ? source.height / height : undefined }
  const shrink = { x: 1, y: 1 }
  if (resize === 'fill') {
    shrink.x = wanted.x ?? 1
    shrink.y = wanted.y ?? 1
  } else {
    const x = wanted.x ?? wanted.y ?? 1
    const y = wanted.y ?? wanted.x ?? 1
    const both = resize === 'cover' ? Math.min(x, y) : Math.max(x, y)
    shrink.x = both
    shrink.y = both
  }
  const smallest = Math.min(shrink.x, shrink.y)
  return smallest < 1 ? { x: shrink.x / smallest, y: shrink.y / smallest } : shrink
}

/** Returns the position of the crop: as a share of the remaining space, or around a point of the image. */
function placeOf({ gravity, x_offset, y_offset }: RenderOptions): { x: number; y: number; isPoint: boolean } {
  if (gravity === 'fp') return { x: x_offset ?? 0.5, y: y_offset ?? 0.5, isPoint: true }
  return { x: toShare(gravity, 'we', 'ea'), y: toShare(gravity, 'no', 'so'), isPoint: false }
}

function toShare(gravity: string, start: string, end: string): number {
  if (gravity.includes(start)) return 0
  return gravity.includes(end) ? 1 : 0.5
}

function placeCrop(place: number, length: number, available: number, isPoint: boolean): number {
  const spare = available - length
  const start = isPoint ? place * available - length / 2 : place * spare
  return Math.round(Math.min(Math.max(start, 0), spare))
}
