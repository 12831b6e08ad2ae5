import { formatNumber } from '#app/lib/format/numbers.ts'
import { measureMetersPerPixel } from '../map-view.ts'

/** A round distance in metres and its length on the map. */
export interface ScaleLength {
  meters: number
  widthPx: number
  label: string
}

const LONGEST_PX = 130
const ROUND = [5, 2, 1]

/** Returns the longest step of 1, 2 or 5 that stays under 130 px at the latitude of the middle of the map. */
export function chooseScale(zoom: number, lat: number): ScaleLength {
  const metersPerPixel = measureMetersPerPixel(zoom, lat)
  const longest = LONGEST_PX * metersPerPixel
  const power = 10 ** Math.floor(Math.log10(longest))
  const meters = (ROUND.find((factor) => factor * power < longest) ?? 0.5) * power
  const label = meters >= 1000 ? `${formatNumber(meters / 1000)} km` : `${meters} m`
  return { meters, widthPx: Math.round((meters / metersPerPixel) * 10) / 10, label }
}
