import type { Box } from '#app/features/map/density/label-towns.ts'
import { createProjection, type LngLat, type MapView, unwrapLongitude } from '#app/features/map/map-view.ts'
import { spreadMarks } from '#app/features/map/marks/spread-marks.ts'

/** The side of its number on which the name of a spot stands; null if there is no room for it. */
export type NameSide = 'left' | 'right' | null

/** The distance between the numbers of a story, in pixels. */
export const MARK_DISTANCE_PX = 30

/** The height of the panel at the bottom of the tall map, and the distance below it. */
export const PANEL_PX = 190

/** The sizes in story-map.css. Names are truncated at the maximum width. */
const DISC_PX = 15
const GAP_PX = 6
const LETTER_PX = 7.6
const WIDEST_PX = 168
const HALF_LINE_PX = 11
/** The width of the graduated frame. */
const FRAME_PX = 10

type NamedMark = LngLat & { title: string }

interface Options {
  markDistancePx: number
  panelPx?: number
}

/** Chooses the side of each spot's name on a map, so that no name covers another name or a number. */
export function chooseNameSides(marks: readonly NamedMark[], view: MapView, options: Options): NameSide[] {
  return placeNames(marks, view, options).map((name) => name?.side ?? null)
}

/** Returns the boxes of the names in pixels, so that the labels of the map avoid them. */
export function listNameBoxes(marks: readonly NamedMark[], view: MapView, options: Options): Box[] {
  return placeNames(marks, view, options).flatMap((name) => (name ? [name.box] : []))
}

function placeNames(
  marks: readonly NamedMark[],
  view: MapView,
  { markDistancePx, panelPx = 0 }: Options,
): ({ side: 'left' | 'right'; box: Box } | null)[] {
  const { project } = createProjection(view)
  const points = marks.map(({ lng, lat }) => {
    const [x, y] = project({ lng: unwrapLongitude(lng, view.center.lng), lat })
    return { x, y }
  })
  const offsets = spreadMarks(points, markDistancePx)
  const centers = points.map(({ x, y }, index) => ({
    x: x + (offsets[index]?.[0] ?? 0),
    y: y + (offsets[index]?.[1] ?? 0),
  }))
  const taken = centers.map(
    ({ x, y }): Box => ({ left: x - DISC_PX, right: x + DISC_PX, top: y - DISC_PX, bottom: y + DISC_PX }),
  )
  const sheet = {
    left: FRAME_PX,
    right: view.width - FRAME_PX,
    top: FRAME_PX,
    bottom: view.height - FRAME_PX - panelPx,
  }
  return marks.map(({ title }, index) => {
    const center = centers[index] ?? { x: 0, y: 0 }
    const width = Math.min(WIDEST_PX, [...title].length * LETTER_PX)
    for (const side of ['right', 'left'] as const) {
      const box = boxOf(center, side, width)
      if (!isInside(box, sheet) || taken.some((other) => overlaps(box, other))) continue
      taken.push(box)
      return { side, box }
    }
    return null
  })
}

function boxOf({ x, y }: { x: number; y: number }, side: 'left' | 'right', width: number): Box {
  const start = side === 'right' ? x + DISC_PX + GAP_PX : x - DISC_PX - GAP_PX - width
  return { left: start, right: start + width, top: y - HALF_LINE_PX, bottom: y + HALF_LINE_PX }
}

function isInside(box: Box, sheet: Box): boolean {
  return box.left >= sheet.left && box.right <= sheet.right && box.top >= sheet.top && box.bottom <= sheet.bottom
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
