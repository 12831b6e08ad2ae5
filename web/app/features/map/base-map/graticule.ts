import type { ViewBounds } from '../map-view.ts'

/** A line of the graticule, in degrees. */
export type GraticuleLine = [[lng: number, lat: number], [lng: number, lat: number]]

const MINUTE = 1 / 60
/** The step in degrees below a zoom. */
const STEPS = [
  [2, 30],
  [5, 10],
  [6, 2],
  [8, 1],
  [10.5, 10 * MINUTE],
  [12.5, MINUTE],
] as const
const FINEST_STEP = 15 / 3600
const MAX_LATITUDE = 85

/** Returns the degrees between two graticule lines at a zoom. */
export function chooseGraticuleStep(zoom: number): number {
  return STEPS.find(([below]) => zoom < below)?.[1] ?? FINEST_STEP
}

/** Lists the meridians and parallels that cross a view. */
export function listGraticule({ west, south, east, north }: ViewBounds, step: number): GraticuleLine[] {
  const [bottom, top] = [Math.max(-MAX_LATITUDE, south), Math.min(MAX_LATITUDE, north)]
  const meridians = listMultiples(west, east, step).map(
    (lng): GraticuleLine => [
      [lng, bottom],
      [lng, top],
    ],
  )
  const parallels = listMultiples(bottom, top, step).map(
    (lat): GraticuleLine => [
      [west, lat],
      [east, lat],
    ],
  )
  return [...meridians, ...parallels]
}

/** Lists the multiples of a step in a range, counted so that rounding errors do not add up. */
export function listMultiples(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step - 1e-9)
  const count = Math.max(0, Math.floor(to / step + 1e-9) - first + 1)
  return Array.from({ length: count }, (_, index) => (first + index) * step)
}
