import type { Map as MapLibreMap } from 'maplibre-gl'
import type { CSSProperties, ReactNode } from 'react'
import { type LngLat, type MapView, projectFromMiddle } from '../../map-view.ts'
import { useLiveView } from './use-live-view.ts'
import './map-popup.css'

/** The contents and position of a popup. */
export interface Popup {
  at: LngLat
  content: ReactNode
  /** Centred on the point, instead of beside it. */
  isCentred?: boolean | undefined
}

/** A card beside a point of the map. It moves with the map and stays inside its edges. */
export function MapPopup({ map, ...popup }: { map: MapLibreMap } & Popup) {
  const view = useLiveView(map, 'move')
  return view && <StillMapPopup view={view} {...popup} />
}

/** A card beside a point of a map that does not move. */
export function StillMapPopup({ view, at, content, isCentred = false }: { view: MapView } & Popup) {
  const [dx, dy] = projectFromMiddle(view, at).map(Math.round) as [number, number]
  const position = { '--popup-x': `calc(50% + ${dx}px)`, '--popup-y': `calc(50% + ${dy}px)` }
  if (isCentred) {
    return (
      <div className="map-popup-centre" style={position as CSSProperties}>
        {content}
      </div>
    )
  }
  return (
    <div
      className="map-popup"
      data-side={dx > 0 ? 'left' : 'right'}
      data-edge={dy > 0 ? 'above' : 'below'}
      style={position as CSSProperties}
    >
      {content}
    </div>
  )
}
