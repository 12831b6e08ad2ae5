import type { Point } from '#app/lib/geo/point.ts'

/** "45.05890, 7.70520": a position as the form writes it, to about a metre. */
export function formatPosition({ lng, lat }: Point): string {
  return `${lat.toFixed(5)}, ${lng.toFixed(5)}`
}

/** "45.05890 N 7.70520 E": the same for the flag beside the cross. */
export function formatPinFlag({ lng, lat }: Point): string {
  return `${Math.abs(lat).toFixed(5)} ${lat < 0 ? 'S' : 'N'} ${Math.abs(lng).toFixed(5)} ${lng < 0 ? 'W' : 'E'}`
}
