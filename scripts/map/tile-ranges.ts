import { tileIdToZxy } from 'pmtiles'

/** West, south, east, north in degrees. In a region across the antimeridian, west is greater than east. */
export type Bounds = readonly [west: number, south: number, east: number, north: number]
/** Tile ids from `start` (inclusive) to `end` (exclusive). */
export type TileRange = [start: number, end: number]

/** Edges in fractions of the square world map, from its north-western corner. */
interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Returns the ids of the tiles that touch the bounds, as ranges in their order without overlaps. */
export function listTileRanges([west, south, east, north]: Bounds, [minZoom, maxZoom]: readonly [number, number]) {
  const [top, bottom] = [toY(north), toY(south)]
  const toBox = (from: number, to: number): Box => ({ left: (from + 180) / 360, right: (to + 180) / 360, top, bottom })
  const boxes = west <= east ? [toBox(west, east)] : [toBox(west, 180), toBox(-180, east)]
  const ranges: TileRange[] = []
  const collect = (zoom: number, index: number) => {
    const [z, x, y] = tileIdToZxy(toFirstId(zoom) + index)
    const overlaps = boxes.map((box) => compare(box, { z, x, y }))
    if (!overlaps.some(Boolean)) return
    const isInside = overlaps.includes('inside')
    // The descendants of a tile follow each other at every zoom, because ids follow a Hilbert curve.
    for (let deep = zoom; deep <= (isInside ? maxZoom : zoom); deep += 1) {
      const count = 4 ** (deep - zoom)
      const start = toFirstId(deep) + index * count
      if (deep >= minZoom) ranges.push([start, start + count])
    }
    if (isInside || zoom === maxZoom) return
    for (let child = 0; child < 4; child += 1) collect(zoom + 1, index * 4 + child)
  }
  collect(0, 0)
  return mergeRanges(ranges)
}

function toFirstId(zoom: number): number {
  return (4 ** zoom - 1) / 3
}

function toY(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180)
  return Math.min(1, Math.max(0, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)))
}

function compare(box: Box, { z, x, y }: { z: number; x: number; y: number }): 'inside' | 'touches' | undefined {
  const size = 1 / 2 ** z
  const [left, top] = [x * size, y * size]
  if (left >= box.right || left + size <= box.left || top >= box.bottom || top + size <= box.top) return undefined
  const isInside = left >= box.left && left + size <= box.right && top >= box.top && top + size <= box.bottom
  return isInside ? 'inside' : 'touches'
}

function mergeRanges(ranges: TileRange[]): TileRange[] {
  const merged: TileRange[] = []
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}
