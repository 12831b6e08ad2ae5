import type { Point } from './point.ts'

/**
 * Asks the device for its position. Returns a function that gives up: a visitor may answer the browser's question long
 * after they have gone on to something else.
 */
export function askPosition(
  geolocation: Pick<Geolocation, 'getCurrentPosition'>,
  onFound: (position: Point) => void,
  onFailed: (error: GeolocationPositionError) => void,
  options: PositionOptions,
): () => void {
  let isOver = false
  geolocation.getCurrentPosition(
    ({ coords }) => isOver || onFound({ lng: coords.longitude, lat: coords.latitude }),
    (error) => isOver || onFailed(error),
    options,
  )
  return () => {
    isOver = true
  }
}
