import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useLayoutEffect, useState } from 'react'
import type { MapTheme } from '../../base-map/map-theme.ts'
import { chooseDensity } from '../../density/mark-density.ts'
import type { MapMarker } from '../engine/map-state.ts'
import { showTownNames } from './town-names.ts'
import { clearTownFilters } from './write-town-names.ts'

/**
 * Keeps the labels of the largest towns readable by moving the markers off them. Returns the moved markers. If `isOn`
 * is false, the markers stay where they are and labels follow the map style.
 */
export function useTownNames(
  map: MapLibreMap | undefined,
  markers: MapMarker[],
  { isOn, theme }: { isOn: boolean; theme: MapTheme },
): MapMarker[] {
  const [named, setNamed] = useState<{ from: MapMarker[]; to: MapMarker[] }>()
  // Runs before the browser paints, so that no frame shows marks under town labels.
  useLayoutEffect(() => {
    if (!map || !isOn) return
    const name = () => setNamed({ from: markers, to: nameInView(map, markers) })
    const isReady = map.isStyleLoaded() === true
    if (isReady) name()
    // Tiles that load later may contain larger towns.
    if (!isReady || !map.areTilesLoaded()) map.once('idle', name)
    return () => {
      map.off('idle', name)
    }
  }, [map, markers, isOn])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme replaces the style and its filters.
  useEffect(() => {
    if (!map || !isOn) return
    const rename = () => {
      clearTownFilters(map)
      nameInView(map, markers)
    }
    map.on('style.load', rename)
    return () => {
      map.off('style.load', rename)
    }
  }, [map, markers, isOn, theme])

  return named?.from === markers ? named.to : markers
}

function nameInView(map: MapLibreMap, markers: MapMarker[]): MapMarker[] {
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  return showTownNames(map, markers, chooseDensity(map.getZoom(), { width, height }).max)
}
