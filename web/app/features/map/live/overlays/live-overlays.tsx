import type { Map as MapLibreMap } from 'maplibre-gl'
import { DistanceRings } from '../../frame/distance-rings.tsx'
import type { LngLat } from '../../map-view.ts'
import { useLiveView } from './use-live-view.ts'
import './map-cross.css'

/** Drawings that are redrawn with every frame of a move. */
export interface Overlays {
  rings?: { center: LngLat; radiiMeters: number[] } | undefined
  /** A cross fixed in the middle, with the radii of its rings and the text of its flag. */
  cross?: { text?: string; radiiMeters: number[] } | undefined
}

/** The drawings that are updated in every frame of a move: rings that grow with the zoom, and the fixed cross. */
export function LiveOverlays({ map, rings, cross }: { map: MapLibreMap } & Overlays) {
  const view = useLiveView(map, 'move')
  if (!view) return null
  return (
    <>
      {rings && <DistanceRings view={view} {...rings} />}
      {cross && <DistanceRings view={view} center={view.center} radiiMeters={cross.radiiMeters} />}
      {cross && <MapCross text={cross.text} />}
    </>
  )
}

/** The fixed cross in the middle of a map, with a flag that describes the position below it. */
function MapCross({ text }: { text?: string | undefined }) {
  return (
    <div className="map-cross">
      <svg width={112} height={112} viewBox="-56 -56 112 112" aria-hidden="true">
        <path className="map-cross-arms" d="M-56 0H-22M22 0H56M0 -56V-22M0 22V56" />
        <circle className="map-cross-ring" r={12} />
        <circle className="map-cross-dot" r={5} />
      </svg>
      {text && <span className="map-cross-flag">{text}</span>}
    </div>
  )
}
