import { rateTowns } from './populated-cells.ts'
import type { FileReading } from './read-place.ts'

const SWAPPED = 'Its latitudes and longitudes are swapped. We read them the right way round.'
const FAR_AWAY =
  'All of its places are far from any town. If the map below looks wrong, the file has its latitudes and longitudes swapped.'
/** How much more frequent towns must be in the unusual order of coordinates: 2 to the power of this. */
const CLEARLY_MORE = 4
/** Fewer places may well be far from any town. */
const FEW = 3

/** Swaps the coordinates of a file that has them the wrong way round. Adds a note if they may be swapped. */
export function checkOrder(reading: FileReading): void {
  if (fixSwapped(reading)) return
  const points = reading.places.flatMap(({ point }) => point ?? [])
  const isFarAway =
    points.length >= FEW &&
    points.every(
      ({ lat, lng }) => rateTowns(lat, lng) < 0 && Math.abs(lng) <= 90 && rateTowns(lng, lat) >= CLEARLY_MORE,
    )
  if (isFarAway) reading.notes.push(FAR_AWAY)
}

/** Swaps the coordinates of all places if many are only valid that way and the others are valid either way. */
function fixSwapped(reading: FileReading): boolean {
  const swapped = reading.unreadable.flatMap(({ swapped: place }) => place ?? [])
  // One wrong number in a short file says nothing about the others.
  const isAll =
    swapped.length > reading.places.length / 3 &&
    (swapped.length >= FEW || reading.places.length === 0) &&
    reading.places.every(({ point }) => !point || Math.abs(point.lng) <= 90)
  if (!isAll) return false
  for (const place of reading.places) if (place.point) place.point = { lng: place.point.lat, lat: place.point.lng }
  reading.places.push(...swapped)
  reading.unreadable = reading.unreadable.filter(({ swapped: place }) => !place)
  reading.notes.push(SWAPPED)
  return true
}

/**
 * Returns true if pairs of unknown order are more likely longitude and latitude: because some are only valid that way,
 * or because there are many more towns at those places. `otherwise` decides where both orders are plausible.
 */
export function isLongitudeFirst(pairs: (readonly [number, number])[], otherwise: boolean): boolean {
  if (pairs.some(([first, second]) => Math.abs(first) > 90 && Math.abs(second) <= 90))
    return pairs.every(([, second]) => Math.abs(second) <= 90)
  const gains = pairs.map(([first, second]) => rateTowns(second, first) - rateTowns(first, second))
  const gain = gains.reduce((sum, next) => sum + next, 0) / Math.max(1, gains.length)
  return Math.abs(gain) >= CLEARLY_MORE ? gain > 0 : otherwise
}
