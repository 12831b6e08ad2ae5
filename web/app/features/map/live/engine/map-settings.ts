import type { MapTheme } from '../../base-map/map-theme.ts'
import type { LngLat } from '../../map-view.ts'

/** The options of a live map. */
export interface MapSettings {
  center: LngLat
  zoom: number
  theme: MapTheme
  /** The operator's own MapLibre style, with our layers on top. */
  styleUrl?: string | undefined
  labelsBelow?: boolean | undefined
  /** Leaves the wheel and single fingers to the page. */
  embedded?: boolean | undefined
  /** The name of the map for screen readers. */
  label: string
}
