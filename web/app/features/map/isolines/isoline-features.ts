import type { Feature, FeatureCollection, LineString, Polygon, Position } from 'geojson'
import type { ContourLine } from '#app/lib/contours/contour-lines.ts'
import { createProjection, type LngLat, type MapView, unwrapLongitude } from '../map-view.ts'
import { chooseIsolineStyle, computeIsolines, type Isoline } from './isolines.ts'

/** The number of spots at a position. Pass public points only. */
export interface MarkedPlace extends LngLat {
  count: number
}

export type IsolineFeatures = FeatureCollection<LineString | Polygon, { strong: 0 | 1 }>

/** The share of the view that is drawn beyond each edge, so that a small move shows no end of the lines. */
const MARGIN = 0.2

/**
 * Returns the isolines of a view as GeoJSON: lines with `strong`, and a polygon for each filled level. A pure function.
 */
export function createIsolineFeatures(places: MarkedPlace[], view: MapView): IsolineFeatures {
  const style = chooseIsolineStyle(view.zoom)
  if (!style) return { type: 'FeatureCollection', features: [] }
  const [width, height] = [view.width * (1 + 2 * MARGIN), view.height * (1 + 2 * MARGIN)]
  const { project, unproject } = createProjection({ ...view, width, height })
  const points = places.map(({ lng, lat, count }) => {
    const [x, y] = project({ lng: unwrapLongitude(lng, view.center.lng), lat })
    return { x, y, count }
  })
  const toPosition = ([x, y]: [number, number]): Position => {
    const { lng, lat } = unproject(x, y)
    return [lng, lat]
  }
  const isolines = computeIsolines(points, { ...style, width, height })
  const areas = isolines.flatMap(({ area }) => toPolygons(area, toPosition))
  const lines = isolines.flatMap((isoline) => toLines(isoline, toPosition))
  return { type: 'FeatureCollection', features: [...areas, ...lines] }
}

type ToPosition = (point: [number, number]) => Position

function toLines({ lines, strong }: Isoline, toPosition: ToPosition): Feature<LineString, { strong: 0 | 1 }>[] {
  return lines
    .filter(({ points }) => points.length > 2)
    .map((line) => {
      const coordinates = smooth(line).map(toPosition)
      if (line.closed && coordinates[0]) coordinates.push(coordinates[0])
      return { type: 'Feature', properties: { strong: strong ? 1 : 0 }, geometry: { type: 'LineString', coordinates } }
    })
}

/** Outer rings run one way and holes the other. Each hole belongs to the smallest ring around it. */
function toPolygons(rings: ContourLine[], toPosition: ToPosition): Feature<Polygon, { strong: 0 | 1 }>[] {
  const usable = rings
    .filter(({ points }) => points.length > 2)
    .map((ring) => ({ ring: smooth(ring), area: measureArea(ring.points) }))
  const outers = usable.filter(({ area }) => area < 0).map((outer) => ({ ...outer, holes: [] as [number, number][][] }))
  for (const hole of usable.filter(({ area }) => area > 0)) {
    const point = hole.ring[0] ?? [0, 0]
    const around = outers.filter(({ ring }) => contains(ring, point)).toSorted((a, b) => b.area - a.area)[0]
    around?.holes.push(hole.ring)
  }
  const close = (ring: [number, number][]) => [...ring, ...ring.slice(0, 1)].map(toPosition)
  return outers.map(({ ring, holes }) => ({
    type: 'Feature',
    properties: { strong: 0 },
    geometry: { type: 'Polygon', coordinates: [close(ring), ...holes.map(close)] },
  }))
}

/** Cuts the corners once, since the map draws straight lines. */
function smooth({ points, closed }: ContourLine): [number, number][] {
  const cut = points.flatMap(([x, y], index): [number, number][] => {
    const next = points[index + 1] ?? (closed ? points[0] : undefined)
    if (!next) return []
    const [nx, ny] = next
    return [
      [x * 0.75 + nx * 0.25, y * 0.75 + ny * 0.25],
      [x * 0.25 + nx * 0.75, y * 0.25 + ny * 0.75],
    ]
  })
  return closed ? cut : [...points.slice(0, 1), ...cut, ...points.slice(-1)]
}

function measureArea(points: [number, number][]): number {
  return points.reduce((sum, [x, y], index) => {
    const [nx, ny] = points[index + 1] ?? points[0] ?? [x, y]
    return sum + (x * ny - nx * y) / 2
  }, 0)
}

function contains(ring: [number, number][], [x, y]: [number, number]): boolean {
  let inside = false
  ring.forEach(([ax, ay], index) => {
    const [bx, by] = ring[(index || ring.length) - 1] ?? [ax, ay]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  })
  return inside
}
