import type { Map as MapLibreMap } from 'maplibre-gl'
import type { CSSProperties, ReactNode } from 'react'
import type { LngLat } from '../map-view.ts'
import { useLiveView } from './use-live-view.ts'

/** A card beside a point of the map. It moves with the map and stays inside its edges. */
export function MapPopup({ map, at, content }: { map: MapLibreMap; at: LngLat; content: ReactNode }) {
  const view = useLiveView(map, 'move')
  if (!view) return null
  const { x, y } = map.project([at.lng, at.lat])
  const position = { '--popup-x': `${Math.round(x)}px`, '--popup-y': `${Math.round(y)}px` }
  const side = x > view.width / 2 ? 'left' : 'right'
  return (
    <div
      className="map-popup"
      data-side={side}
      data-edge={y > view.height / 2 ? 'above' : 'below'}
      style={position as CSSProperties}
    >
      {content}
    </div>
  )
}
