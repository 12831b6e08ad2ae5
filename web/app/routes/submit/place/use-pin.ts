import { useRef, useState } from 'react'
import { formatPosition } from '#app/features/spots/spot-position.ts'
import type { Point } from '#app/lib/geo/point.ts'

/** At this zoom, a ring of a kilometre fills a third of the map. A closer zoom is not changed. */
export const PIN_ZOOM = 13

/** Keeps map and position in sync: a chosen place moves the map, and moving the map sets the position. */
export interface Pin {
  goTo: { center: Point; zoom: number } | undefined
  /** The position of a photo, if it differs from the pin's. */
  suggested: Point | undefined
  /** Moves the map to a place that was typed or found. */
  show: (point: Point) => void
  /** Sets the position after the map was moved. */
  set: (point: Point) => void
  /** Moves both the pin and the map. */
  move: (point: Point) => void
  /** Sets the pin to the position of a photo if it has none, and suggests it otherwise. */
  suggest: (point: Point) => void
  leave: () => void
  /** Remembers the zoom at which the map came to rest. */
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
