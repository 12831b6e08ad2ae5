import { setImmediate as nextTurn } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { readVectorTile, TILE_EXTENT } from '#app/lib/basemap/vector-tile.ts'
import { distanceMeters } from '#app/lib/geo/distance.ts'
import type { Point } from '#app/lib/geo/point.ts'
import type { FoundAddress } from '#app/platform/config/find-addresses.ts'
import type { StreetMap } from './street-map.ts'

/** Tiles of this zoom have the names of all streets. */
const ZOOM = 14
/** The number of tiles to search on each side: about four kilometres around the position. */
const REACH = 2
const MAX_RESULTS = 5
/** The tolerance for crossing streets: their lines share a point, but tiles store it rounded. */
const CORNER_METERS = 25
const MAX_CACHED = 200
/** The layers with names of streets, in the schema of Protomaps and in that of OpenMapTiles. */
const LAYERS = ['roads', 'transportation_name']
const BETWEEN_STREETS = /\s*(?:&|\/|\+|\s(?:corner(?: of)?|and|und|ecke|angolo|at)\s)\s*/i

const HAS_NAME = /\p{L}{2}/u

interface Street {
  name: string
  key: string
  points: Point[]
}

/** Finds streets and street corners by name on the street map around a position. */
type FindStreets = (typed: string, near: Point) => Promise<FoundAddress[]>

/** Creates the search over a street map. It caches the names of the tiles that it has read. */
export function createStreetSearch(map: Pick<StreetMap, 'findTile' | 'settings'>): FindStreets {
  const cache = new Map<string, Promise<Street[]>>()
  const listStreets = (x: number, y: number) => {
    const key = `${map.settings?.version}/${x}/${y}`
    const known = cache.get(key) ?? readStreets(map, x, y)
    cache.delete(key)
    cache.set(key, known)
    const [oldest] = cache.keys()
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
    // A tile that cannot be read or decoded now is tried again by the next search.
    return known.catch(() => {
      cache.delete(key)
      return []
    })
  }
  return async (typed, near) => {
    if (!map.settings || map.settings.maxZoom < ZOOM) return []
    const tiles = listTilesAround(near)
    const streets = (await Promise.all(tiles.map(([x, y]) => listStreets(x, y)))).flat()
    const [one = '', other = ''] = typed.split(BETWEEN_STREETS).map(toStreetKey)
    if (one.length < 3) return []
    const { found, key } = findByName(streets, one)
    // The rest of a house number, as in "Via Roma 12/4", is not a street.
    const corners = HAS_NAME.test(other) ? findCorners(found, findByName(streets, other).found, near) : []
    return corners.length > 0 ? corners : nameNearest(found, key, near)
  }
}

let decoded: Promise<void> = Promise.resolve()

/**
 * Resolves for one caller per turn of the event loop: decoding a tile takes up to 30 ms, and other requests run in
 * between.
 */
function waitToDecode(): Promise<void> {
  decoded = decoded.then(() => nextTurn())
  return decoded
}

async function readStreets(map: Pick<StreetMap, 'findTile'>, x: number, y: number): Promise<Street[]> {
  const tile = await map.findTile(ZOOM, x, y)
  if (!tile) return []
  await waitToDecode()
  const layers = readVectorTile(tile.isGzipped ? gunzipSync(tile.bytes) : new Uint8Array(tile.bytes), LAYERS)
  const features = LAYERS.flatMap((layer) => layers[layer] ?? [])
  return features.flatMap(({ parts, properties }) => {
    const { name } = properties
    if (typeof name !== 'string' || name === '') return []
    const points = parts.flat().map(([px, py]) => toPoint(x + px / TILE_EXTENT, y + py / TILE_EXTENT))
    return [{ name, key: toStreetKey(name), points }]
  })
}

/** Returns a name in lower case, without accents and punctuation. */
function toStreetKey(name: string): string {
  const folded = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

/** Returns the streets that a typed text names, and the part that is their name: a number may be that of a house. */
function findByName(streets: Street[], typed: string): { found: Street[]; key: string } {
  const found = match(streets, typed)
  if (found.length > 0) return { found, key: typed }
  const key = typed.replace(/\s+\d+\s?[a-z]?$/, '').replace(/^\d+\s?[a-z]?\s+(?=\p{L}{3})/u, '')
  return { found: match(streets, key), key }
}

/** Returns the streets whose names contain all words, whole or as the start of a word. */
function match(streets: Street[], key: string): Street[] {
  const words = key.split(' ')
  return streets.filter((street) => words.every((word) => ` ${street.key}`.includes(` ${word}`)))
}

/**
 * Returns each street once, at its point nearest to the position. Streets whose name begins with the text come first.
 */
function nameNearest(streets: Street[], key: string, near: Point): FoundAddress[] {
  const best = new Map<string, { street: Street; point: Point; meters: number }>()
  for (const street of streets) {
    for (const point of street.points) {
      const meters = distanceMeters(point, near)
      if (meters < (best.get(street.name)?.meters ?? Infinity)) best.set(street.name, { street, point, meters })
    }
  }
  const rank = ({ street, meters }: { street: Street; meters: number }) =>
    meters + (street.key === key ? 0 : 1e6) + (street.key.startsWith(key) ? 0 : 1e6)
  return [...best.values()]
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MAX_RESULTS)
    .map(({ street, point }) => ({ title: street.name, context: '', ...point }))
}

/** Returns the points where a street of one list meets a street of the other, nearest first. */
function findCorners(some: Street[], others: Street[], near: Point): FoundAddress[] {
  const corners = new Map<string, { corner: FoundAddress; gap: number }>()
  for (const one of some) {
    for (const other of others) {
      if (one.name === other.name) continue
      const title = `${one.name} / ${other.name}`
      const meeting = findMeeting(one, other)
      if (!meeting || meeting.gap >= (corners.get(title)?.gap ?? Infinity)) continue
      corners.set(title, { corner: { title, context: 'corner', ...meeting.point }, gap: meeting.gap })
    }
  }
  const found = [...corners.values()].map(({ corner }) => corner)
  return found.toSorted((a, b) => distanceMeters(a, near) - distanceMeters(b, near)).slice(0, MAX_RESULTS)
}

/** Returns the point between the nearest points of two streets, or undefined if the streets do not meet. */
function findMeeting(one: Street, other: Street): { point: Point; gap: number } | undefined {
  let nearest: { point: Point; gap: number } | undefined
  for (const a of one.points) {
    for (const b of other.points) {
      // Cheaper than the distance, which most pairs do not need.
      if (Math.abs(a.lat - b.lat) > 0.0003 || Math.abs(a.lng - b.lng) > 0.001) continue
      const gap = distanceMeters(a, b)
      if (gap > CORNER_METERS || gap >= (nearest?.gap ?? Infinity)) continue
      nearest = { point: { lng: (a.lng + b.lng) / 2, lat: (a.lat + b.lat) / 2 }, gap }
    }
  }
  return nearest
}

function listTilesAround({ lng, lat }: Point): [x: number, y: number][] {
  const count = 2 ** ZOOM
  const x = Math.floor(((lng + 180) / 360) * count)
  const radians = (Math.max(-85, Math.min(85, lat)) * Math.PI) / 180
  const y = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * count)
  const steps = Array.from({ length: 2 * REACH + 1 }, (_, step) => step - REACH)
  return steps.flatMap((down) => steps.map((right): [number, number] => [(x + right + count) % count, y + down]))
}

function toPoint(x: number, y: number): Point {
  const count = 2 ** ZOOM
  return {
    lng: (x / count) * 360 - 180,
    lat: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / count))) * 180) / Math.PI,
  }
}
