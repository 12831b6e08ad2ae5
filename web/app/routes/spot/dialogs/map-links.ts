import type { Point } from '#app/lib/geo/point.ts'

/** Links to the same position in other maps. `geo:` (RFC 5870) lets the device choose one of its map apps. */
export function listMapLinks({ lng, lat, title }: Point & { title: string }): { name: string; url: string }[] {
  const [y, x] = [lat.toFixed(6), lng.toFixed(6)]
  const label = encodeURIComponent(title)
  return [
    { name: 'A map app on this device', url: `geo:${y},${x}?q=${y},${x}(${label})` },
    { name: 'OpenStreetMap', url: `https://www.openstreetmap.org/?mlat=${y}&mlon=${x}#map=17/${y}/${x}` },
    { name: 'Apple Maps', url: `https://maps.apple.com/?ll=${y},${x}&q=${label}` },
    { name: 'Google Maps', url: `https://www.google.com/maps/search/?api=1&query=${y}%2C${x}` },
  ]
}
