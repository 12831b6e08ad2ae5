import type { ReactNode } from 'react'
import type { LngLat, MapView, ViewBounds } from '../map-view.ts'

/** What a live map shows after it came to rest. */
export interface MapState extends MapView {
  bounds: ViewBounds
}

/** Something at a position that can be pressed: a spot, a cluster, a numbered pin. */
export interface MapMarker extends LngLat {
  id: string
  /** What a screen reader says, such as "493 spots near Turin". */
  label: string
  content: ReactNode
  /** Draws the ring of a selection round the marker. */
  selected?: boolean
  /** Lit from outside, such as by the pointer over its row in the list. */
  active?: boolean
  /** Moves the marker off its position in pixels, with a line back to it. */
  offset?: [x: number, y: number]
}
