import { type LngLat, wrapLongitude } from './map-view.ts'

/** Slightly more than two kilometres from south to north. */
const STEP_DEGREES = 0.02

/**
 * Returns the middle of a cell of about 2 × 2 km that contains the position. A map that is centred there shows the
 * surroundings of a visitor without revealing to the server where in the cell they are.
 */
export function toCoarsePosition({ lng, lat }: LngLat): LngLat {
  const row = Math.floor(lat / STEP_DEGREES)
  const middle = (row + 0.5) * STEP_DEGREES
  // Whole columns around the world, so that cells at every latitude are about as wide as high.
  const columns = Math.max(1, Math.round((360 / STEP_DEGREES) * Math.cos((middle * Math.PI) / 180)))
  const width = 360 / columns
  return { lng: wrapLongitude((Math.floor(lng / width) + 0.5) * width), lat: middle }
}
