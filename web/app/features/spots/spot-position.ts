import type { Point } from '#app/lib/geo/point.ts'

/** Formats a position for the form, to about a metre: "45.05890, 7.70520". */
export function formatPosition({ lng, lat }: Point): string {
  return `${lat.toFixed(5)}, ${lng.toFixed(5)}`
}

/** Formats a position for the label beside the cross: "45.05890 N 7.70520 E". */
export function formatPinFlag({ lng, lat }: Point): string {
  return `${Math.abs(lat).toFixed(5)} ${lat < 0 ? 'S' : 'N'} ${Math.abs(lng).toFixed(5)} ${lng < 0 ? 'W' : 'E'}`
}
