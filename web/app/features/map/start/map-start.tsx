import type { Map as MapLibreMap } from 'maplibre-gl'
import { type CSSProperties, type RefObject, useEffect, useRef } from 'react'
import { type MapView, projectFromMiddle } from '../map-view.ts'
import { PicturePreload } from '../static/picture-preload.tsx'
import type { StaticMapData } from '../static/static-map.server.ts'
import { StaticMapNames } from '../static/static-map-names.tsx'
import '../static/static-map.css'
import './map-start.css'

interface MapStartProps {
  staticMap: StaticMapData
  /** The initial view of the map. Only its centre and zoom matter. */
  on: MapView
  map: MapLibreMap | undefined
}

/**
 * The static map that is shown until the live map is drawn. It is centred on the map, so it fits any size, and follows
 * the map's movements.
 */
export function MapStart({ staticMap: { view, urls, labels }, on, map }: MapStartProps) {
  const picture = useRef<HTMLDivElement>(null)
  useFollow(picture, map, view)
  const { width, height } = view
  const style = {
    width,
    height,
    transform: toTransform(view, on),
    '--static-map-day': `url("${urls.day}")`,
    '--static-map-night': `url("${urls.night}")`,
  }
  return (
    <div className="map-start" ref={picture} style={style as CSSProperties} aria-hidden="true">
      <PicturePreload urls={urls} />
      <svg className="static-map-drawing" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <StaticMapNames labels={labels} />
      </svg>
    </div>
  )
}

function useFollow(picture: RefObject<HTMLElement | null>, map: MapLibreMap | undefined, view: MapView): void {
  useEffect(() => {
    if (!map) return
    const follow = () => {
      const on = { center: map.getCenter(), zoom: map.getZoom(), width: 0, height: 0 }
      if (picture.current) picture.current.style.transform = toTransform(view, on)
    }
    follow()
    map.on('move', follow)
    map.on('resize', follow)
    return () => {
      map.off('move', follow)
      map.off('resize', follow)
    }
  }, [picture, map, view])
}

/** Positions a picture of one view on a map with another view. */
function toTransform({ center, zoom }: MapView, on: MapView): string {
  const [dx, dy] = projectFromMiddle(on, center)
  return `translate(-50%, -50%) translate(${dx}px, ${dy}px) scale(${2 ** (on.zoom - zoom)})`
}
