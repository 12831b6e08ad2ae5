/** The heights of the sheet on phones: two rows, about half, all of it. */
export const sheetStops = ['peek', 'half', 'full'] as const

export type SheetStop = (typeof sheetStops)[number]

/** A flick faster than this moves on to the next stop, in pixels per millisecond. */
const FLICK_SPEED = 0.4

/**
 * Returns the stop of a sheet released at a height, given the heights of its stops and the upward speed: the nearest
 * stop, or after a flick the next one in its direction.
 */
export function chooseStop(height: number, heights: Record<SheetStop, number>, speed: number): SheetStop {
  const up = sheetStops.find((stop) => heights[stop] > height)
  const down = sheetStops.findLast((stop) => heights[stop] < height)
  if (speed > FLICK_SPEED) return up ?? 'full'
  if (speed < -FLICK_SPEED) return down ?? 'peek'
  const distance = (stop: SheetStop) => Math.abs(heights[stop] - height)
  return sheetStops.reduce((best, stop) => (distance(stop) < distance(best) ? stop : best))
}

/** Returns the stop that a key leads to; null for other keys. */
export function stopByKey(key: string, stop: SheetStop): SheetStop | null {
  const index = sheetStops.indexOf(stop)
  if (key === 'ArrowUp') return sheetStops[index + 1] ?? 'full'
  if (key === 'ArrowDown') return sheetStops[index - 1] ?? 'peek'
  if (key === 'Home') return 'full'
  if (key === 'End') return 'peek'
  return null
}
