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

/** Answers `/plate/<path>` with the ground of a plate, or 404 with a sentence. */
export async function respondWithPlate(path: string): Promise<Response> {
  const plate = parsePlatePath(path)
  if (!plate)
    return new Response('There is no such plate.', {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    })
  const ground = keep(keptGrounds, path, () => renderPlateGround(plate.view, plate.theme))
  const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=31536000, immutable' }
  return new Response(await ground, { headers })
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
