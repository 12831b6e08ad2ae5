import { listMultiples } from '../base-map/graticule.ts'
import type { Box } from '../density/label-towns.ts'
import { createProjection, findBounds, type MapView, wrapLongitude } from '../map-view.ts'

/** A dark block of the graduated frame, in pixels. */
interface NeatlineBlock {
  x: number
  y: number
  width: number
  height: number
}

/** The label of a tick: on the top edge centred at x, or on the left edge with its baseline at y. */
interface NeatlineLabel {
  edge: 'top' | 'left'
  x: number
  y: number
  text: string
}

/** The graduated frame of a map. */
export interface NeatlineDrawing {
  stepDegrees: number
  blocks: NeatlineBlock[]
  labels: NeatlineLabel[]
}

/** Width of the frame in pixels. */
export const BAND_PX = 6

const MINUTE = 1 / 60
const SECOND = 1 / 3600
const STEPS_DEGREES = [
  60,
  30,
  20,
  10,
  5,
  2,
  1,
  30 * MINUTE,
  10 * MINUTE,
  5 * MINUTE,
  2 * MINUTE,
  MINUTE,
  30 * SECOND,
  15 * SECOND,
  10 * SECOND,
  5 * SECOND,
  2 * SECOND,
  SECOND,
  SECOND / 2,
]
/** The target length of blocks, which are then 45 to 95 px long. */
const IDEAL_BLOCK_PX = 65
const MIN_WIDTH_FOR_LABELS_PX = 360
/** The minimum distance of a label from a corner. */
const CORNER_PX = { top: 48, left: 34 }
/** The size of a letter of a label, which is set in 11 px. */
const [LETTER_PX, CAPITAL_PX] = [6.6, 8]
const HALO_PX = 2

/**
 * Returns the blocks and labels of the frame. Blocks alternate at whole multiples of the step, so they move with the
 * map.
 */
export function drawNeatline(view: MapView, options: { labels?: boolean } = {}): NeatlineDrawing {
  const bounds = findBounds(view)
  const stepDegrees = chooseStep(bounds.east - bounds.west, view.width)
  const labelled = (options.labels ?? true) && view.width >= MIN_WIDTH_FOR_LABELS_PX
  const { project } = createProjection(view)
  const toX = (lng: number) => project({ lng, lat: view.center.lat })[0]
  const toY = (lat: number) => project({ lng: view.center.lng, lat })[1]
  const columns = listSpans(bounds.west, bounds.east, stepDegrees, toX, view.width)
  const rows = listSpans(bounds.south, bounds.north, stepDegrees, toY, view.height)
  return {
    stepDegrees,
    blocks: [
      ...columns.flatMap(({ from, size }) => [
        { x: from, y: 1, width: size, height: BAND_PX - 1 },
        { x: from, y: view.height - BAND_PX, width: size, height: BAND_PX - 1 },
      ]),
      ...rows.flatMap(({ from, size }) => [
        { x: 1, y: from, width: BAND_PX - 1, height: size },
        { x: view.width - BAND_PX, y: from, width: BAND_PX - 1, height: size },
      ]),
    ],
    labels: labelled ? [...labelTop(view, stepDegrees, toX), ...labelLeft(view, stepDegrees, toY)] : [],
  }
}

/** Returns the rectangles that labels occupy, with the halo around them. */
export function findLabelBoxes(labels: NeatlineLabel[]): Box[] {
  return labels.map(({ edge, x, y, text }) => {
    const width = text.length * LETTER_PX
    const left = edge === 'top' ? x - width / 2 : x
    return { left: left - HALO_PX, top: y - CAPITAL_PX - HALO_PX, right: left + width + HALO_PX, bottom: y + HALO_PX }
  })
}

/** Formats a label: whole degrees with a letter, else with minutes, and with seconds where the step is that small. */
export function formatReading(degrees: number, stepDegrees: number, [positive, negative]: [string, string]): string {
  // The finest step is half a second, but labels are placed at whole seconds only.
  const seconds = Math.round(Math.abs(degrees) * 3600)
  const [wholeDegrees, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const pad = (value: number) => String(value).padStart(2, '0')
  if (stepDegrees < MINUTE * 0.99) return `${wholeDegrees}°${pad(minutes)}′${pad(seconds % 60)}″`
  if (stepDegrees < 1) return `${wholeDegrees}°${pad(minutes)}′`
  if (seconds === 0) return '0°'
  return `${wholeDegrees}°${degrees < 0 ? negative : positive}`
}

function chooseStep(degrees: number, width: number): number {
  const distance = (step: number) => Math.abs(Math.log((width * step) / degrees / IDEAL_BLOCK_PX))
  return STEPS_DEGREES.toSorted((a, b) => distance(a) - distance(b))[0] ?? 1
}

/** Returns the dark spans along an edge: those that start at an even multiple of the step. */
function listSpans(from: number, to: number, step: number, toPixel: (degrees: number) => number, length: number) {
  return listMultiples(from - 2 * step, to + step, step * 2).flatMap((start) => {
    const ends = [toPixel(start), toPixel(start + step)].map((value) =>
      Math.min(length - BAND_PX, Math.max(BAND_PX, value)),
    )
    const size = round(Math.max(...ends) - Math.min(...ends))
    return size > 0 ? [{ from: round(Math.min(...ends)), size }] : []
  })
}

function labelTop(view: MapView, step: number, toX: (lng: number) => number): NeatlineLabel[] {
  const { west, east } = findBounds(view)
  return listMultiples(west, east, step * 2).flatMap((lng) => {
    const x = round(toX(lng))
    if (x < CORNER_PX.top || x > view.width - CORNER_PX.top) return []
    return [{ edge: 'top', x, y: BAND_PX + 13, text: formatReading(wrapLongitude(lng), step, ['E', 'W']) }]
  })
}

function labelLeft(view: MapView, step: number, toY: (lat: number) => number): NeatlineLabel[] {
  const { south, north } = findBounds(view)
  return listMultiples(south, north, step * 2).flatMap((lat) => {
    const y = round(toY(lat))
    if (Math.abs(lat) > 85 || y < CORNER_PX.left || y > view.height - CORNER_PX.left) return []
    return [{ edge: 'left', x: BAND_PX + 5, y: y + 3.6, text: formatReading(lat, step, ['N', 'S']) }]
  })
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
