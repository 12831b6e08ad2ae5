import { toOpenStreetMapUrl } from '#app/lib/geo/open-street-map-url.ts'
import type { Point } from '#app/lib/geo/point.ts'

/** Returns links to the same position in other maps. `geo:` (RFC 5870) lets the device choose one of its map apps. */
export function listMapLinks({ lng, lat, title }: Point & { title: string }): { name: string; url: string }[] {
  const [y, x] = [lat.toFixed(6), lng.toFixed(6)]
  // Parentheses enclose the label of a `geo:` link.
  const label = encodeURIComponent(title).replaceAll('(', '%28').replaceAll(')', '%29')
  return [
    { name: 'A map app on this device', url: `geo:${y},${x}?q=${y},${x}(${label})` },
    { name: 'OpenStreetMap', url: toOpenStreetMapUrl({ lng, lat }) },
    { name: 'Apple Maps', url: `https://maps.apple.com/?ll=${y},${x}&q=${label}` },
    { name: 'Google Maps', url: `https://www.google.com/maps/search/?api=1&query=${y}%2C${x}` },
  ]
}
