import { useState } from 'react'
import { formatPosition } from '#app/features/spots/spot-position.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { showToast } from '#app/ui/toasts.ts'

const CLOSE_ZOOM = 15

/** Where the map goes: a place that was named sends it there, and the map moved by hand names the place. */
export interface Pin {
  goTo: { center: Point; zoom: number } | undefined
  /** The map follows a place that was typed or found. */
  show: (point: Point) => void
  /** The place was named by moving the map. */
  set: (point: Point) => void
  /** A photo knows where it was taken: the pin takes it if it has no place, else offers it. */
  suggest: (point: Point) => void
}

export function usePin(point: Point | undefined, onPosition: (position: string) => void): Pin {
  const [goTo, setGoTo] = useState<Pin['goTo']>()
  const show = (center: Point) => setGoTo({ center, zoom: CLOSE_ZOOM })
  const take = (found: Point) => {
    onPosition(formatPosition(found))
    show(found)
  }
  return {
    goTo,
    show,
    set: (found) => onPosition(formatPosition(found)),
    suggest: (found) => {
      if (!point) {
        take(found)
        showToast('The photo set the pin')
      } else if (formatPosition(point) !== formatPosition(found)) {
        showToast('The photo knows where it was taken', { label: 'Move the pin there', onPress: () => take(found) })
      }
    },
  }
}
