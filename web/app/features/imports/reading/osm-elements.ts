import { attributeToOsm } from './attribution.ts'
import { addTagged, isPlace } from './osm-tags.ts'
import type { FileReading } from './read-place.ts'
import { toPoint } from './text/read-degrees.ts'

type Json = Record<string, unknown>

/** The nodes of a file of OpenStreetMap by id. */
export interface OsmShapes {
  nodes: Map<number, readonly [lat: number, lng: number]>
  /** The nodes that are only corners of ways. */
  corners: Set<number>
}

/** Returns true for an element of OpenStreetMap in the JSON of Overpass. */
export function isElement(record: Json): boolean {
  const isKnown = ['node', 'way', 'relation'].includes(String(record.type)) && typeof record.id === 'number'
  return (
    isKnown && (isObject(record.tags) || 'nodes' in record || 'members' in record || typeof record.lat === 'number')
  )
}

/** Lists the nodes that the ways of a file refer to. */
export function listShapes(elements: Json[]): OsmShapes {
  const shapes: OsmShapes = { nodes: new Map(), corners: new Set() }
  for (const { type, id, lat, lon, nodes } of elements) {
    if (type === 'node' && typeof lat === 'number' && typeof lon === 'number') shapes.nodes.set(Number(id), [lat, lon])
    if (type === 'way' && Array.isArray(nodes)) for (const node of nodes) shapes.corners.add(Number(node))
  }
  return shapes
}

/** Adds an element as a place. Elements without tags are parts of others, and those without a centre are counted. */
export function addElement(reading: FileReading, element: Json, { nodes, corners }: OsmShapes): void {
  const tags = new Map(
    Object.entries(isObject(element.tags) ? element.tags : {}).map(([key, value]) => [key, String(value)]),
  )
  if (tags.size === 0 && (element.type !== 'node' || corners.has(Number(element.id)))) return
  const at = isObject(element.center) ? element.center : element
  const own = typeof at.lat === 'number' && typeof at.lon === 'number' ? ([at.lat, at.lon] as const) : undefined
  const ring = Array.isArray(element.nodes) ? element.nodes.map((id) => nodes.get(Number(id))) : listCorners(element)
  const found = own ?? (isPlace(tags) ? findCenter(ring) : undefined)
  if (found) {
    addTagged(reading, tags, toPoint(...found), attributeToOsm(String(element.type), String(element.id)))
  } else reading.otherCount += 1
}

/** Returns the corners of a way that Overpass wrote with its geometry. */
function listCorners({ geometry }: Json): (readonly [number, number] | undefined)[] {
  if (!Array.isArray(geometry)) return []
  return geometry.map((corner) => (isObject(corner) ? ([Number(corner.lat), Number(corner.lon)] as const) : undefined))
}

/** Returns the centre of a closed ring. Undefined for open lines and for rings that lack a corner. */
export function findCenter(
  ring: (readonly [lat: number, lng: number] | undefined)[],
): readonly [number, number] | undefined {
  const corners = ring.flatMap((corner) => (corner ? [corner] : []))
  const [first] = corners
  const last = corners.at(-1)
  if (!first || !last || corners.length < 4 || corners.length < ring.length) return undefined
  if (first[0] !== last[0] || first[1] !== last[1]) return undefined
  const middle = (axis: 0 | 1) => {
    const numbers = corners.map((corner) => corner[axis])
    return (numbers.reduce((a, b) => Math.min(a, b)) + numbers.reduce((a, b) => Math.max(a, b))) / 2
  }
  return [middle(0), middle(1)]
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
