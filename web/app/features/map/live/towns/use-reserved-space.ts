import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import type { Box } from '../../density/label-towns.ts'
import type { MapMarker } from '../engine/map-state.ts'
import { listEdgesAndPanels, listFrameLabels } from './frame-boxes.ts'
import { reserveSpace } from './write-town-names.ts'

const EVENTS = ['moveend', 'resize', 'style.load'] as const

/**
 * Keeps the labels of the base map clear of the markers, of the names beside them, of edges, panels and the labels of
 * the frame, which `bare` maps do not have.
 */
export function useReservedSpace(
  map: MapLibreMap | undefined,
  markers: MapMarker[],
  { isOn, bare = false }: { isOn: boolean; bare?: boolean | undefined },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other markers are other elements on the map.
  useEffect(() => {
    if (!map || !isOn) return
    const reserve = () =>
      reserveSpace(
        map,
        [],
        [...listMarkerBoxes(map), ...(bare ? [] : listFrameLabels(map)), ...listEdgesAndPanels(map)],
      )
    reserve()
    for (const event of EVENTS) map.on(event, reserve)
    return () => {
      for (const event of EVENTS) map.off(event, reserve)
    }
  }, [map, markers, isOn, bare])
}

/** Returns the boxes of the markers and names in view, in pixels of the map. */
function listMarkerBoxes(map: MapLibreMap): Box[] {
  const container = map.getContainer()
  const origin = container.getBoundingClientRect()
  const boxes = Array.from(container.querySelectorAll('.map-marker, .map-marker [data-map-name]'), (element): Box => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return { left: left - origin.left, top: top - origin.top, right: right - origin.left, bottom: bottom - origin.top }
  })
  return boxes.filter(
    ({ left, top, right, bottom }) =>
      bottom > top && right > 0 && bottom > 0 && left < origin.width && top < origin.height,
  )
}
