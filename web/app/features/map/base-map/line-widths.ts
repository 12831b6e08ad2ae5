import type { Stop } from './interpolate-stops.ts'

/** Line widths in pixels, shared by the live map and the static maps. */
export const COAST_WIDTHS: Stop[] = [
  [2, 0.5],
  [7, 1.1],
]
export const RIVER_WIDTHS: Stop[] = [
  [3, 0.4],
  [7, 1.3],
  [11, 2.2],
]
