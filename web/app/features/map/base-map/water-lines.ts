import { interpolateStops, type Stop } from './interpolate-stops.ts'

/** A line around a coast: an ink line with water on top, which leaves the ink at its two edges. */
export interface WaterLine {
  /** 0 next to the coast, 3 outermost. */
  ring: 0 | 1 | 2 | 3
  inkWidth: number
  waterWidth: number
}

/** Distances from the coast in pixels at factor 1, nearest first. */
export const RING_DISTANCES_PX = [3, 6.5, 11, 17] as const
/** The distances grow with the zoom: pairs of zoom and factor. */
export const RING_FACTORS: Stop[] = [
  [0, 0.25],
  [2, 0.5],
  [5, 0.9],
  [8, 1.4],
  [12, 2],
]
/** Half of the visible ink, on each side of the distance. */
export const RING_INK_PX = 0.9

/** Returns the four water lines at a zoom, outermost first, in drawing order. */
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
