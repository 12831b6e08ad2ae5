import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { type LngLat, unwrapLongitude } from '../../map-view.ts'
import { isStill } from './camera.ts'

/** A circle of the map, in pixels around a position. */
export interface RevealedCircle extends LngLat {
  radiusPx: number
}

/** The margin at the edges of a map that its frame covers. */
const FRAME_PX = 10
const CONTROLS = '.map-controls, .map-scale-panel, .map-attribution, .explore-search-on-move'

/** Moves the map so that a circle is in view and clear of the controls, when the circle changes. */
export function useReveal(map: MapLibreMap | undefined, circle: RevealedCircle | undefined): void {
  const { lng, lat, radiusPx } = circle ?? {}
  useEffect(() => {
    if (!map || lng === undefined || lat === undefined || radiusPx === undefined) return
    const [dx, dy] = findWay(map, { lng, lat, radiusPx })
    if (dx !== 0 || dy !== 0) map.panBy([dx, dy], isStill() ? { duration: 0 } : { duration: 340 })
  }, [map, lng, lat, radiusPx])
}

/** Returns the shortest move of the map, in pixels, that reveals the circle. */
function findWay(map: MapLibreMap, { lng, lat, radiusPx }: RevealedCircle): [x: number, y: number] {
  const container = map.getContainer()
  const { left, top, width, height } = container.getBoundingClientRect()
  const point = map.project([unwrapLongitude(lng, map.getCenter().lng), lat])
  const reach = radiusPx + FRAME_PX
  const clamp = (value: number, size: number) => Math.min(Math.max(size - reach, reach), Math.max(reach, value))
  let [x, y] = [clamp(point.x, width), clamp(point.y, height)]
  for (const control of container.parentElement?.querySelectorAll(CONTROLS) ?? []) {
    for (const part of control.children.length > 0 ? control.children : [control]) {
      const box = part.getBoundingClientRect()
      const edges = { left: box.left - left, right: box.right - left, top: box.top - top, bottom: box.bottom - top }
      const isClear =
        x + radiusPx < edges.left ||
        x - radiusPx > edges.right ||
        y + radiusPx < edges.top ||
        y - radiusPx > edges.bottom
      if (isClear) continue
      // There is free space towards the middle of the map.
      if (edges.left > width / 2) x = edges.left - radiusPx
      else if (edges.top > height / 2) y = edges.top - radiusPx
      else y = edges.bottom + radiusPx
    }
  }
  return [Math.round(point.x - x), Math.round(point.y - y)]
}
