import type { Map as MapLibreMap } from 'maplibre-gl'
import { type CSSProperties, type RefObject, useEffect, useRef } from 'react'
import type { MapView } from '../map-view.ts'
import type { StaticMapData } from '../static/static-map.server.ts'
import { StaticMapNames } from '../static/static-map-names.tsx'
import '../static/static-map.css'
import './map-start.css'

/**
 * The picture that a live map starts with. Its middle is that of the map at the same zoom, so it fits a map of any
 * size. It follows the map until that is drawn.
 */
export function MapStart({
  staticMap: { view, urls, labels },
  map,
}: {
  staticMap: StaticMapData
  map: MapLibreMap | undefined
}) {
  const picture = useRef<HTMLDivElement>(null)
  useFollow(picture, map, view)
  const { width, height } = view
  const style = {
    width,
    height,
    '--static-map-day': `url("${urls.day}")`,
    '--static-map-night': `url("${urls.night}")`,
  }
  return (
    <div className="map-start" ref={picture} style={style as CSSProperties} aria-hidden="true">
      <svg className="static-map-drawing" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <StaticMapNames labels={labels} />
      </svg>
    </div>
  )
}

function useFollow(
  picture: RefObject<HTMLElement | null>,
  map: MapLibreMap | undefined,
  { center, zoom }: MapView,
): void {
  const { lng, lat } = center
  useEffect(() => {
    if (!map) return
    const follow = () => {
      if (!picture.current) return
      const { x, y } = map.project([lng, lat])
      const { clientWidth, clientHeight } = map.getContainer()
      const [dx, dy] = [x - clientWidth / 2, y - clientHeight / 2]
      picture.current.style.transform = `translate(-50%, -50%) translate(${dx}px, ${dy}px) scale(${2 ** (map.getZoom() - zoom)})`
    }
    follow()
    map.on('move', follow)
    map.on('resize', follow)
    return () => {
      map.off('move', follow)
      map.off('resize', follow)
    }
  }, [picture, map, lng, lat, zoom])
}
