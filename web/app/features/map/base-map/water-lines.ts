import { interpolateStops, type Stop } from './interpolate-stops.ts'

/** One of the lines round a coast: an ink line and on it water, which leaves the ink at its two rims. */
export interface WaterLine {
  /** 0 next to the coast to 3 outermost. */
  ring: 0 | 1 | 2 | 3
  inkWidth: number
  waterWidth: number
}

/** Distances from the coast in pixels, nearest first, at the factor 1. */
export const RING_DISTANCES_PX = [3, 6.5, 11, 17] as const
/** The distances grow with the zoom: zoom and factor. */
export const RING_FACTORS: Stop[] = [
  [0, 0.25],
  [2, 0.5],
  [5, 0.9],
  [8, 1.4],
  [12, 2],
]
/** Half of the ink that stays visible, on each side of the distance. */
export const RING_INK_PX = 0.9

/** The four water lines at a zoom, outermost first, as they have to be drawn. */
export function listWaterLines(zoom: number): WaterLine[] {
  const factor = interpolateStops(zoom, RING_FACTORS)
  const toLine = (ring: WaterLine['ring']): WaterLine => {
    const width = 2 * RING_DISTANCES_PX[ring] * factor
    return { ring, inkWidth: round(width + RING_INK_PX), waterWidth: round(width - RING_INK_PX) }
  }
  return [toLine(3), toLine(2), toLine(1), toLine(0)]
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
