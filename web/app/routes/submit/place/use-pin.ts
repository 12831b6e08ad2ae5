import { useRef, useState } from 'react'
import { formatPosition } from '#app/features/spots/spot-position.ts'
import type { Point } from '#app/lib/geo/point.ts'

/** A ring of a kilometre then fills a third of the map. Who has looked closer already stays as close. */
export const PIN_ZOOM = 13

/** Where the map goes: a place that was named sends it there, and the map moved by hand names the place. */
export interface Pin {
  goTo: { center: Point; zoom: number } | undefined
  /** Where a photo was taken, when that is not where the pin is. */
  suggested: Point | undefined
  /** The map follows a place that was typed or found. */
  show: (point: Point) => void
  /** The place was named by moving the map. */
  set: (point: Point) => void
  /** Both: the pin goes there, and the map with it. */
  move: (point: Point) => void
  /** A photo knows where it was taken: the pin takes it if it has no place, else it is offered. */
  suggest: (point: Point) => void
  leave: () => void
  /** The map came to rest at a zoom. */
  rest: (zoom: number) => void
}

export function usePin(point: Point | undefined, onPosition: (position: string) => void): Pin {
  const [goTo, setGoTo] = useState<Pin['goTo']>()
  const [suggested, setSuggested] = useState<Point>()
  const zoom = useRef(0)
  const show = (center: Point) => setGoTo({ center, zoom: Math.max(PIN_ZOOM, zoom.current) })
  const move = (found: Point) => {
    setSuggested(undefined)
    onPosition(formatPosition(found))
    show(found)
  }
  return {
    goTo,
    suggested,
    show,
    set: (found) => onPosition(formatPosition(found)),
    move,
    suggest: (found) => {
      if (!point) move(found)
      else if (formatPosition(point) !== formatPosition(found)) setSuggested(found)
    },
    leave: () => setSuggested(undefined),
    rest: (found) => {
      zoom.current = found
    },
  }
}
