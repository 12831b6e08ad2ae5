import { toRadians } from './point.ts'

const equatorMeters = 40_075_016.686
const tileSizePx = 512
const steps = [1, 2, 5]

/** How many metres one pixel of a web map shows at this latitude and zoom. */
export function metersPerPixel(lat: number, zoom: number): number {
  return (equatorMeters * Math.cos(toRadians(lat))) / (tileSizePx * 2 ** zoom)
}

export type ScaleBar = { meters: number; widthPx: number; label: string }

/** The longest step of 1, 2 or 5 times a power of ten that is shorter than `maxWidthPx`. */
export function scaleBar(lat: number, zoom: number, maxWidthPx = 130): ScaleBar {
  const resolution = metersPerPixel(lat, zoom)
  const longest = Math.max(resolution * maxWidthPx, 1)
  const power = 10 ** Math.floor(Math.log10(longest))
  const step = steps.findLast((candidate) => candidate * power <= longest) ?? 1
  const meters = step * power
  return { meters, widthPx: meters / resolution, label: formatLength(meters) }
}

function formatLength(meters: number): string {
  return meters < 1000 ? `${meters} m` : `${(meters / 1000).toLocaleString('en')} km`
}
