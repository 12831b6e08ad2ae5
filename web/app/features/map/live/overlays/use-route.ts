import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { ROUTE_SOURCE } from '../../base-map/map-overlay-style.ts'
import { type LngLat, unwrapRoute } from '../../map-view.ts'

/** Draws a line through positions. */
export function useRoute(map: MapLibreMap | undefined, route: LngLat[]): void {
  useEffect(() => {
    if (!map) return
    const coordinates = unwrapRoute(route).map(({ lng, lat }) => [lng, lat])
    const draw = () =>
      map
        .getSource<GeoJSONSource>(ROUTE_SOURCE)
        ?.setData({ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } })
    draw()
    map.on('style.load', draw)
    return () => {
      map.off('style.load', draw)
    }
  }, [map, route])
}
