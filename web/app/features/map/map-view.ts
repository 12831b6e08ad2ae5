/** The view of a flat map: its centre, its MapLibre zoom (tiles of 512 px) and its size in pixels. */
export interface MapView {
  center: LngLat
  zoom: number
  width: number
  height: number
}

/** A position in degrees. */
export interface LngLat {
  lng: number
  lat: number
}

/**
 * A rectangle of the map in degrees. `west` is less than `east`; a view across the antimeridian leaves the range of
 * ±180°.
 */
export interface ViewBounds {
  west: number
  south: number
  east: number
  north: number
}

/** Converts between degrees and pixels of a view. */
export interface Projection {
  project(position: LngLat): [x: number, y: number]
  unproject(x: number, y: number): LngLat
}

/** The lowest zoom of a live map. Only maps lower than the world is at this zoom get there. */
export const MIN_ZOOM = -1
const WORLD_PX_AT_ZOOM_0 = 512
const MAX_LATITUDE = 85.051129
const EQUATOR_METERS = 40_075_016.7

/** Creates the Web Mercator projection of a view that looks straight down with north at the top. */
export function createProjection({ center, zoom, width, height }: MapView): Projection {
  const world = WORLD_PX_AT_ZOOM_0 * 2 ** zoom
  const left = toWorldX(center.lng) * world - width / 2
  const top = toWorldY(center.lat) * world - height / 2
  return {
    project: ({ lng, lat }) => [toWorldX(lng) * world - left, toWorldY(lat) * world - top],
    unproject: (x, y) => ({ lng: ((x + left) / world) * 360 - 180, lat: toLatitude((y + top) / world) }),
  }
}

/**
 * Returns the offset of a position from the middle of a view in pixels, to the right and down. It does not depend on
 * the size of the view.
 */
export function projectFromMiddle(view: MapView, { lng, lat }: LngLat): [dx: number, dy: number] {
  const [x, y] = createProjection(view).project({ lng: unwrapLongitude(lng, view.center.lng), lat })
  return [x - view.width / 2, y - view.height / 2]
}

/**
 * Returns the view that a live map would show. A live map shows nothing beyond the poles, and zooms in as far as that
 * requires.
 */
export function constrainView(view: MapView): MapView {
  const zoom = Math.max(view.zoom, MIN_ZOOM, Math.log2(view.height / WORLD_PX_AT_ZOOM_0))
  const margin = view.height / 2 / (WORLD_PX_AT_ZOOM_0 * 2 ** zoom)
  const y = Math.min(1 - margin, Math.max(margin, toWorldY(view.center.lat)))
  return { ...view, zoom, center: { lng: view.center.lng, lat: toLatitude(y) } }
}

/** Returns the bounds of a view in degrees. */
export function findBounds(view: MapView): ViewBounds {
  const { unproject } = createProjection(view)
  const northWest = unproject(0, 0)
  const southEast = unproject(view.width, view.height)
  return { west: northWest.lng, north: northWest.lat, east: southEast.lng, south: southEast.lat }
}

/**
 * Returns the view of a given size that fits a rectangle of degrees with a margin. A static map may show the world
 * below zoom 0.
 */
export function fitBounds(
  { west, south, east, north }: ViewBounds,
  {
    width,
    height,
    paddingPx = 40,
    minZoom = MIN_ZOOM,
    maxZoom = 14,
  }: { width: number; height: number; paddingPx?: number; minZoom?: number; maxZoom?: number },
): MapView {
  const spanX = Math.max(1e-9, toWorldX(east) - toWorldX(west))
  const spanY = Math.max(1e-9, toWorldY(south) - toWorldY(north))
  const scale = Math.min((width - 2 * paddingPx) / spanX, (height - 2 * paddingPx) / spanY)
  const zoom = Math.min(maxZoom, Math.max(minZoom, Math.log2(Math.max(1, scale) / WORLD_PX_AT_ZOOM_0)))
  const lat = toLatitude((toWorldY(south) + toWorldY(north)) / 2)
  return { center: { lng: (west + east) / 2, lat }, zoom, width, height }
}

/** Returns the metres that one pixel spans at a latitude. */
export function measureMetersPerPixel(zoom: number, lat: number): number {
  return (EQUATOR_METERS * Math.cos((lat * Math.PI) / 180)) / (WORLD_PX_AT_ZOOM_0 * 2 ** zoom)
}

/** Returns the longitude, shifted by multiples of 360° to be nearest to another. */
export function unwrapLongitude(lng: number, near: number): number {
  return lng + Math.round((near - lng) / 360) * 360
}

/**
 * Returns a route whose longitudes leave the range of ±180° where it crosses the antimeridian. Otherwise its line would
 * go around the world. It begins as near as possible to `near`.
 */
export function unwrapRoute(route: readonly LngLat[], near = route[0]?.lng ?? 0): LngLat[] {
  let last = near
  return route.map(({ lng, lat }) => {
    last = unwrapLongitude(lng, last)
    return { lng: last, lat }
  })
}

/** Returns the nearest latitude that a Web Mercator map can show. The poles are infinitely far away on it. */
export function clampLatitude(lat: number): number {
  return Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, lat))
}

/** Returns a longitude between −180° and 180°. */
export function wrapLongitude(lng: number): number {
  return ((((lng + 180) % 360) + 360) % 360) - 180
}

function toWorldX(lng: number): number {
  return (lng + 180) / 360
}

function toWorldY(lat: number): number {
  return 0.5 - Math.asinh(Math.tan((clampLatitude(lat) * Math.PI) / 180)) / (2 * Math.PI)
}

function toLatitude(worldY: number): number {
  return (Math.atan(Math.sinh((0.5 - worldY) * 2 * Math.PI)) * 180) / Math.PI
}
