import type { Map as MapLibreMap } from 'maplibre-gl'
import { type Box, labelTowns, type MarkCircle } from '../../density/label-towns.ts'
import { moveMarksOffNames } from '../../density/move-marks.ts'
import { clampLatitude, unwrapLongitude } from '../../map-view.ts'
import type { MapMarker } from '../engine/map-state.ts'
import { readMapState } from '../overlays/use-live-view.ts'
import { listEdgesAndPanels, listFrameLabels } from './frame-boxes.ts'
import { listTowns } from './list-towns.ts'
import { findTownFilter, type NameFeature, reserveSpace, writeTownNames } from './write-town-names.ts'

/** From this zoom on, streets are enough for orientation. */
const STREET_ZOOM = 13
const NAMES_PER_MARK = 12 / 40
/** The margins at the edges of the map for its frame and attribution. */
const EDGE_PX = { left: 10, top: 26, right: 10, bottom: 28 }
const MAX_MOVED_PX = 32

/**
 * Labels the largest towns in view beside the marks, and returns the marks moved off these labels. Other labels yield
 * to marks, and all labels yield to those of the frame. Marks are also moved off the scale and the sources.
 */
export function showTownNames(map: MapLibreMap, markers: MapMarker[], maxMarks: number): MapMarker[] {
  const center = map.getCenter().lng
  const circles = markers.map(({ lng, lat, circle }): MarkCircle => {
    const { x, y } = map.project([unwrapLongitude(lng, center), clampLatitude(lat)])
    return { x, y, radius: circle?.radius ?? 0, isDot: circle?.isDot ?? true }
  })
  const { width, height } = readMapState(map)
  const frame = listFrameLabels(map)
  const panels = listPanels(map)
  const view = { left: EDGE_PX.left, top: EDGE_PX.top, right: width - EDGE_PX.right, bottom: height - EDGE_PX.bottom }
  const isLettered = map.getZoom() < STREET_ZOOM
  const towns = isLettered
    ? listTowns(map, Math.round(maxMarks * NAMES_PER_MARK), (layer) => findTownFilter(map, layer))
    : []
  const names = labelTowns(towns, circles, view, [...frame, ...panels])
  const moved = isLettered
    ? moveMarksOffNames(circles, [...names, ...panels.map((box) => ({ box, mark: undefined }))])
    : circles
  const placed = markers.map((marker, place): MapMarker => {
    const [from, to] = [circles[place], moved[place]]
    if (!from || !to || (from.x === to.x && from.y === to.y)) return marker
    const share = Math.min(1, MAX_MOVED_PX / Math.hypot(to.x - from.x, to.y - from.y))
    const { lng, lat } = map.unproject([from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share])
    return { ...marker, lng, lat }
  })
  const features = towns.flatMap((town, place): NameFeature[] => {
    const name = names[place]
    if (!name) return []
    const marker = name.mark === undefined ? undefined : placed[name.mark]
    const anchor = name.mark === undefined ? town : (circles[name.mark] ?? town)
    const { lng, lat } = marker ?? town
    const middle = [(name.box.left + name.box.right) / 2, (name.box.top + name.box.bottom) / 2] as const
    const offset: [number, number] = [(middle[0] - anchor.x) / town.sizePx, (middle[1] - anchor.y) / town.sizePx]
    return [
      {
        type: 'Feature',
        properties: { name: town.name, size: town.sizePx, offset },
        geometry: { type: 'Point', coordinates: [lng, lat] },
      },
    ]
  })
  writeTownNames(map, features)
  reserveSpace(map, placed, [...frame, ...listEdgesAndPanels(map)])
  return placed
}

/**
 * Returns the boxes of the panels along the lower edge. They are mirrored at the edge, so that marks on the map move up
 * and those outside of it stay there.
 */
function listPanels(map: MapLibreMap): Box[] {
  const container = map.getContainer()
  const origin = container.getBoundingClientRect()
  const panels = container.parentElement?.querySelectorAll('.map-scale-panel, .map-attribution') ?? []
  return Array.from(panels, (panel) => {
    const { left, top, right } = panel.getBoundingClientRect()
    const height = origin.bottom - top
    const box = { left: left - origin.left, top: top - origin.top, right: right - origin.left }
    return { ...box, bottom: origin.height + height }
  })
}
