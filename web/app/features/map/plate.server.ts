import { createConcurrencyGate } from '#app/lib/concurrency-gate.server.ts'
import { createProjection, type LngLat, type MapView, unwrapLongitude } from './map-view.ts'
import { parsePlatePath, roundPlateView, toPlateUrl } from './plate-address.ts'
import { renderPlateGround } from './plate-ground.server.ts'
import { type PlateLabel, placePlateLabels } from './plate-labels.server.ts'
import { readPlateTiles } from './plate-tiles.server.ts'

/** What a loader hands to the component Plate: a view, where its two grounds are, and the names on it. */
export interface PlateData {
  view: MapView
  urls: { day: string; night: string }
  labels: PlateLabel[]
}

const KEPT = 100
/** Thrown by the gate and answered here: nothing else sees it. */
class Crowded extends Error {}

/** Each address is another drawing, and a drawing takes tiles into memory: strangers may not ask for any number at once. */
const inTurn = createConcurrencyGate({
  running: 2,
  waiting: 200,
  refuse: () => new Crowded('Too many plates at once.'),
})
const keptGrounds = new Map<string, Promise<string>>()
const keptPlates = new Map<string, Promise<PlateData>>()

/**
 * Prepares a static plate. `marks` are kept free of names. The zoom and the middle are rounded as in the address. Reading tiles
 * and placing names takes milliseconds of the processor, so the plates asked for last are kept.
 */
export function getPlate(wanted: MapView, marks: LngLat[] = []): Promise<PlateData> {
  const view = roundPlateView(wanted)
  const places = marks.map(({ lng, lat }) => ({ lng, lat }))
  return keep(keptPlates, JSON.stringify([view, places]), () => preparePlate(view, places))
}

async function preparePlate(view: MapView, marks: LngLat[]): Promise<PlateData> {
  const { project } = createProjection(view)
  const labels = placePlateLabels(
    await readPlateTiles(view),
    view,
    marks.map(({ lng, lat }) => {
      const [x, y] = project({ lng: unwrapLongitude(lng, view.center.lng), lat })
      return { x, y }
    }),
  )
  return { view, urls: { day: toPlateUrl(view, 'day'), night: toPlateUrl(view, 'night') }, labels }
}

/** Answers `/plate/<path>` with the ground of a plate, or 404 or 503 with a sentence. */
export async function respondWithPlate(path: string): Promise<Response> {
  const plate = parsePlatePath(path)
  if (!plate) return refuse(404, 'There is no such plate.')
  const ground = keep(keptGrounds, path, () => inTurn(() => renderPlateGround(plate.view, plate.theme)))
  const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=31536000, immutable' }
  try {
    return new Response(await ground, { headers })
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
