import type { Feature, LineString } from 'geojson'
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { chooseGraticuleStep, listGraticule } from '../../base-map/graticule.ts'
import { GRATICULE_SOURCE } from '../../base-map/map-overlay-style.ts'
import { readMapState } from './use-live-view.ts'

/** The margin of lines around the view, in view sizes, so that a drag shows no area without lines. */
const MARGIN = 1

/** Draws meridians and parallels at the step of the zoom, again after each move. */
export function useGraticule(map: MapLibreMap | undefined): void {
  useEffect(() => {
    if (!map) return
    const draw = () =>
      map.getSource<GeoJSONSource>(GRATICULE_SOURCE)?.setData({ type: 'FeatureCollection', features: list(map) })
    map.on('moveend', draw)
    map.on('style.load', draw)
    draw()
    return () => {
      map.off('moveend', draw)
      map.off('style.load', draw)
    }
  }, [map])
}

function list(map: MapLibreMap): Feature<LineString>[] {
  const { bounds, zoom } = readMapState(map)
  const [width, height] = [(bounds.east - bounds.west) * MARGIN, (bounds.north - bounds.south) * MARGIN]
  const wide = {
    west: bounds.west - width,
    east: bounds.east + width,
    south: bounds.south - height,
    north: bounds.north + height,
  }
  return listGraticule(wide, chooseGraticuleStep(zoom)).map((coordinates) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'LineString', coordinates },
  }))
}
