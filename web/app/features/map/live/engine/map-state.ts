import type { ReactNode } from 'react'
import type { LngLat, MapView, ViewBounds } from '../../map-view.ts'

/** The view of a live map after it came to rest. */
export interface MapState extends MapView {
  bounds: ViewBounds
}

/** A marker that can be pressed: a spot, a cluster or a numbered pin. */
export interface MapMarker extends LngLat {
  id: string
  /** The label for screen readers, such as "493 spots near Turin". */
  label: string
  content: ReactNode
  /** Draws the selection ring around the marker. */
  selected?: boolean
  /** Highlights the marker, for example while the pointer is over its row in the list. */
  active?: boolean
  /** Displaces the marker by pixels and draws a line back to its position. */
  offset?: [x: number, y: number]
  /**
   * The size of the mark in pixels. Labels of towns avoid the mark, except that the mark avoids the labels of the
   * largest towns.
   */
  circle?: { radius: number; isDot: boolean }
}
