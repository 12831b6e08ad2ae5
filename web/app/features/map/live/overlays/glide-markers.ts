import type { Map as MapLibreMap } from 'maplibre-gl'
import { isStill } from '../camera/camera.ts'
import type { MapMarker } from '../engine/map-state.ts'

const GLIDE = { duration: 220, easing: 'ease-out' }
/** Shorter moves are not animated. */
const MIN_PX = 2

/** Lets markers that changed their position glide there, and new ones fade in. The elements are already in place. */
export function glideMarkers(
  map: MapLibreMap,
  layer: HTMLElement | null,
  { before, markers }: { before: MapMarker[]; markers: MapMarker[] },
): void {
  if (before.length === 0 || before === markers || isStill()) return
  const known = new Map(before.map((marker) => [marker.id, marker]))
  markers.forEach(({ id, lng, lat }, index) => {
    const element = layer?.children.item(index)
    if (!(element instanceof HTMLElement)) return
    const old = known.get(id)
    if (!old) {
      element.animate({ opacity: [0, 1] }, GLIDE)
      return
    }
    const [from, to] = [map.project([old.lng, old.lat]), map.project([lng, lat])]
    const [x, y] = [from.x - to.x, from.y - to.y]
    if (Math.hypot(x, y) < MIN_PX) return
    element.animate({ translate: [`${x}px ${y}px`, '0 0'] }, GLIDE)
  })
}
