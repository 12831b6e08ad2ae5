import { createConcurrencyGate } from '#app/lib/concurrency-gate.server.ts'
import type { MapTheme } from '../base-map/map-theme.ts'
import type { Box } from '../density/label-towns.ts'
import { createProjection, type LngLat, type MapView, unwrapLongitude } from '../map-view.ts'
import { STREETS_FROM } from '../streets/street-style-parts.ts'
import { renderBaseMap } from './render-base-map.server.ts'
import { placeLabels, type StaticMapLabel } from './static-map-labels.server.ts'
import { readTiles } from './static-map-tiles.server.ts'
import { parseStaticMapPath, roundStaticMapView, toStaticMapUrl } from './static-map-url.ts'
import { listStreetNames } from './static-street-names.server.ts'
import { findStreets, hasStreetsIn } from './street-source.server.ts'

/** The data that a loader passes to StaticMap: a view, the URLs of its two pictures, and its labels. */
export interface StaticMapData {
  view: MapView
  urls: { day: string; night: string }
  labels: StaticMapLabel[]
  /** True if the pictures contain streets. Isolines then have no tint, which would stain streets and water. */
  hasStreets: boolean
}

const MAX_CACHED = 100
/** Thrown when too many drawings are waiting, and handled in this file. */
class OverloadError extends Error {}

/**
 * Each drawing loads tiles into memory and anyone can request new URLs, so the number of concurrent drawings is
 * limited.
 */
const limitConcurrency = createConcurrencyGate({
  running: 2,
  waiting: 200,
  createError: () => new OverloadError('Too many static maps at once.'),
})
const cachedPictures = new Map<string, Promise<string>>()
const cachedMaps = new Map<string, Promise<StaticMapData>>()

/**
 * Prepares a static map. Labels avoid `marks`, and the boxes of their `names` in pixels. Zoom and centre are rounded as
 * in the URL. Reading tiles and placing labels takes milliseconds of CPU time, so recent static maps are cached.
 */
export function getStaticMap(requested: MapView, marks: LngLat[] = [], names: Box[] = []): Promise<StaticMapData> {
  const view = roundStaticMapView(requested)
  const places = marks.map(({ lng, lat }) => ({ lng, lat }))
  return getCached(cachedMaps, JSON.stringify([view, places, names, findStreetVersion(view)]), () =>
    prepareStaticMap(view, places, names),
  )
}

async function prepareStaticMap(view: MapView, marks: LngLat[], names: Box[]): Promise<StaticMapData> {
  const { project } = createProjection(view)
  const [tiles, streets] = await Promise.all([readTiles(view), listStreetNames(view)])
  const labels = placeLabels(
    tiles,
    view,
    marks.map(({ lng, lat }) => {
      const [x, y] = project({ lng: unwrapLongitude(lng, view.center.lng), lat })
      return { x, y }
    }),
    streets,
    names,
  )
  const url = (theme: MapTheme) => toStaticMapUrl(view, theme, findStreetVersion(view))
  return { view, urls: { day: url('day'), night: url('night') }, labels, hasStreets: hasStreetsIn(view) }
}

/** Responds to `/static-map/<path>` with the base map of a static map, or with a 404 or 503 and a message. */
export async function respondWithStaticMap(path: string): Promise<Response> {
  const staticMap = parseStaticMapPath(path)
  if (!staticMap) return respondWithError(404, 'No such static map.')
  const key = JSON.stringify([path, findStreetVersion(staticMap.view)])
  const picture = getCached(cachedPictures, key, () =>
    limitConcurrency(() => renderBaseMap(staticMap.view, staticMap.theme)),
  )
  const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=31536000, immutable' }
  try {
    return new Response(await picture, { headers })
  } catch (error) {
    if (error instanceof OverloadError) return respondWithError(503, 'Too many maps are being drawn right now.')
    throw error
  }
}

/** Returns the version of the street tiles, where they may show. */
function findStreetVersion({ zoom }: MapView): string | undefined {
  return zoom < STREETS_FROM ? undefined : findStreets()?.version
}

function respondWithError(status: number, message: string): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(message, { status, headers: status === 503 ? { ...headers, 'retry-after': '10' } : headers })
}

/** Returns the cached value of a key, or creates it. The oldest entries are evicted. Failures are not cached. */
function getCached<T>(cache: Map<string, Promise<T>>, key: string, create: () => Promise<T>): Promise<T> {
  const found = cache.get(key)
  if (found !== undefined) return found
  const created = create()
  cache.set(key, created)
  created.catch(() => cache.delete(key))
  for (const oldest of cache.keys()) if (cache.size > MAX_CACHED) cache.delete(oldest)
  return created
}
