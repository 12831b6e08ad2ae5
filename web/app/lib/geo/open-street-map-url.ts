import type { Point } from './point.ts'

/** Returns the URL of a position on openstreetmap.org, with a marker. */
export function toOpenStreetMapUrl({ lng, lat }: Point): string {
  const [y, x] = [lat.toFixed(6), lng.toFixed(6)]
  return `https://www.openstreetmap.org/?mlat=${y}&mlon=${x}#map=17/${y}/${x}`
}
