import type { Box } from '../density/label-towns.ts'
import { drawNeatline, findLabelBoxes } from '../frame/neatline-drawing.ts'
import type { MapView } from '../map-view.ts'
import { listTilePoints, type StaticMapPoint, type StaticMapTile } from './static-map-tiles.server.ts'

/** A name on a static map. `x`, `y` is the start of the baseline, or its middle if `anchor` is `middle`. */
export interface StaticMapLabel {
  kind: 'town' | 'sea' | 'street'
  x: number
  y: number
  lines: string[]
  anchor: 'start' | 'end' | 'middle'
  sizePx: number
  /** A town's dot. */
  dot?: { x: number; y: number; radius: number; solid: boolean }
  /** The direction of a street's name, clockwise around the middle of the text. */
  turn?: { x: number; y: number; degrees: number }
}

const NAME_SIZES_PX = [15.5, 14.5, 13.5, 12.5, 12, 11.5]
const DOT_RADII_PX = [3.4, 3, 2.6, 2.2, 1.9, 1.5]
const SEA_SIZE_PX = 14
/** The width of a letter relative to its font size, for the title font and for the spaced italics of seas. */
const LETTER = { town: 0.52, sea: 0.66, street: 0.55 }
const EDGE_PX = 14
const GAP_PX = 9
/** The minimum distance of a label from a mark. */
const MARK_RADIUS_PX = 20
/** The distance of a name below its dot, which a mark may cover. */
const BELOW_PX = 22
const SEA_LINE_LETTERS = 9

/**
 * Chooses names that fit: towns first, largest first, then seas, then streets in their order. No name overlaps another,
 * a mark, one of the `names` of the marks, or the frame and its labels.
 */
export function placeLabels(
  tiles: StaticMapTile[],
  view: MapView,
  marks: { x: number; y: number }[],
  streets: StaticMapLabel[] = [],
  names: Box[] = [],
): StaticMapLabel[] {
  const due = (layer: string) =>
    listTilePoints(tiles, layer, view).filter(({ properties }) => Number(properties.z) <= view.zoom)
  const towns = due('town').toSorted((a, b) => weigh(a) - weigh(b))
  const frame = findLabelBoxes(drawNeatline(view).labels)
  const taken: Box[] = [...marks.map(({ x, y }) => around(x, y, MARK_RADIUS_PX)), ...names, ...frame]
  const all = [...towns.map(listTownChoices), ...due('sea').map(listSeaChoices), ...streets.map((label) => [label])]
  return all.flatMap((choices) => {
    const fit = choices.find((label) => toBoxes(label).every((box) => isFree(box, view, taken)))
    if (!fit) return []
    taken.push(...toBoxes(fit))
    if (fit.dot) taken.push(around(fit.dot.x, fit.dot.y, fit.dot.radius + 2))
    return [fit]
  })
}

/** Sorts towns by the zoom from which they are shown, then by size. */
function weigh({ properties }: StaticMapPoint): number {
  return Number(properties.z) + Number(properties.size) / 10
}

/** Lists the places of a name: to the right of its dot, or to the left or below if there is no room. */
function listTownChoices({ x, y, properties }: StaticMapPoint): StaticMapLabel[] {
  const size = Number(properties.size)
  const sizePx = NAME_SIZES_PX[size] ?? 11.5
  const dot = { x: round(x), y: round(y), radius: DOT_RADII_PX[size] ?? 1.5, solid: properties.capital === 1 }
  const label = { kind: 'town' as const, y: round(y + sizePx * 0.34), lines: [String(properties.name)], sizePx, dot }
  return [
    { ...label, x: round(x + GAP_PX), anchor: 'start' },
    { ...label, x: round(x - GAP_PX), anchor: 'end' },
    { ...label, x: round(x), y: round(y + BELOW_PX + sizePx), anchor: 'middle' },
  ]
}

function listSeaChoices({ x, y, properties }: StaticMapPoint): StaticMapLabel[] {
  const lines = wrap(String(properties.name))
  const top = y - ((lines.length - 1) * SEA_SIZE_PX * 1.2) / 2 + SEA_SIZE_PX * 0.34
  return [{ kind: 'sea', x: round(x), y: round(top), lines, anchor: 'middle', sizePx: SEA_SIZE_PX }]
}

/** Puts one word on each line; short words share a line. */
function wrap(name: string): string[] {
  const lines: string[] = []
  for (const word of name.split(' ')) {
    const joined = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && joined.length <= SEA_LINE_LETTERS) lines[lines.length - 1] = joined
    else lines.push(word)
  }
  return lines
}

/** Returns the boxes that a label occupies: one, or a row of small ones along a street. */
function toBoxes(label: StaticMapLabel): Box[] {
  if (!label.turn) return [toBox(label)]
  const { x, y, degrees } = label.turn
  const half = (label.lines.join('').length * label.sizePx * LETTER[label.kind]) / 2
  const count = Math.max(2, Math.ceil((2 * half) / label.sizePx))
  const radians = (degrees * Math.PI) / 180
  return Array.from({ length: count }, (_, index) => {
    const along = -half + (2 * half * index) / (count - 1)
    return around(x + along * Math.cos(radians), y + along * Math.sin(radians), label.sizePx * 0.7)
  })
}

function toBox({ kind, x, y, lines, anchor, sizePx }: StaticMapLabel): Box {
  const width = Math.max(...lines.map((line) => line.length)) * sizePx * LETTER[kind]
  const share = { start: 0, middle: 0.5, end: 1 }[anchor]
  const left = x - width * share
  return { left, right: left + width, top: y - sizePx, bottom: y + (lines.length - 1) * sizePx * 1.2 + sizePx * 0.3 }
}

function isFree(box: Box, { width, height }: MapView, taken: Box[]): boolean {
  if (box.left < EDGE_PX || box.top < EDGE_PX || box.right > width - EDGE_PX || box.bottom > height - EDGE_PX)
    return false
  return taken.every(
    (other) => box.left > other.right || box.right < other.left || box.top > other.bottom || box.bottom < other.top,
  )
}

function around(x: number, y: number, radius: number): Box {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
