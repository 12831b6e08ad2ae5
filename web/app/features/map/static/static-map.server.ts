import { createConcurrencyGate } from '#app/lib/concurrency-gate.server.ts'
import { createProjection, type LngLat, type MapView, unwrapLongitude } from '../map-view.ts'
import { renderBaseMap } from './render-base-map.server.ts'
import { placeLabels, type StaticMapLabel } from './static-map-labels.server.ts'
import { readTiles } from './static-map-tiles.server.ts'
import { parseStaticMapPath, roundStaticMapView, toStaticMapUrl } from './static-map-url.ts'

/** What a loader hands to the component StaticMap: a view, where its two pictures are, and the names on it. */
export interface StaticMapData {
  view: MapView
  urls: { day: string; night: string }
  labels: StaticMapLabel[]
}

const KEPT = 100
/** Thrown by the gate and answered here: nothing else sees it. */
class Crowded extends Error {}

/** Each address is another drawing, and a drawing takes tiles into memory: strangers may not ask for any number at once. */
const inTurn = createConcurrencyGate({
  running: 2,
  waiting: 200,
  createError: () => new Crowded('Too many static maps at once.'),
})
const cachedPictures = new Map<string, Promise<string>>()
const cachedMaps = new Map<string, Promise<StaticMapData>>()

/**
 * Prepares a static map. `marks` are kept free of names. The zoom and the middle are rounded as in the address. Reading tiles
 * and placing names takes milliseconds of the processor, so the static maps asked for last are kept.
 */
export function getStaticMap(wanted: MapView, marks: LngLat[] = []): Promise<StaticMapData> {
  const view = roundStaticMapView(wanted)
  const places = marks.map(({ lng, lat }) => ({ lng, lat }))
  return keep(cachedMaps, JSON.stringify([view, places]), () => prepareStaticMap(view, places))
}

async function prepareStaticMap(view: MapView, marks: LngLat[]): Promise<StaticMapData> {
  const { project } = createProjection(view)
  const labels = placeLabels(
    await readTiles(view),
    view,
    marks.map(({ lng, lat }) => {
      const [x, y] = project({ lng: unwrapLongitude(lng, view.center.lng), lat })
      return { x, y }
    }),
  )
  return { view, urls: { day: toStaticMapUrl(view, 'day'), night: toStaticMapUrl(view, 'night') }, labels }
}

/** Answers `/static-map/<path>` with the base map of a static map, or 404 or 503 with a sentence. */
export async function respondWithStaticMap(path: string): Promise<Response> {
  const staticMap = parseStaticMapPath(path)
  if (!staticMap) return refuse(404, 'No such static map.')
  const picture = keep(cachedPictures, path, () => inTurn(() => renderBaseMap(staticMap.view, staticMap.theme)))
  const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=31536000, immutable' }
  try {
    return new Response(await picture, { headers })
  } catch (error) {
    if (error instanceof Crowded) return refuse(503, 'Many maps are being drawn at this moment.')
    throw error
  }
}

function refuse(status: number, sentence: string): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(sentence, { status, headers: status === 503 ? { ...headers, 'retry-after': '10' } : headers })
}

/** What is kept under a key, else what is made now; the oldest go. What failed is not kept. */
function keep<T>(kept: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const found = kept.get(key)
  if (found !== undefined) return found
  const made = make()
  kept.set(key, made)
  made.catch(() => kept.delete(key))
  for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest)
  return made
}
