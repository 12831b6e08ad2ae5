import type { ExpressionSpecification, FilterSpecification, GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import { KEEP_SOURCE, TOWN_NAME_SOURCE } from '../../base-map/map-overlay-style.ts'
import type { Box } from '../../density/label-towns.ts'
import type { MapMarker } from '../engine/map-state.ts'
import { TOWN_LAYERS } from './list-towns.ts'

/** A name with its offset from a position, in units of its size. */
export type NameFeature = GeoJSON.Feature<GeoJSON.Point, { name: string; size: number; offset: [number, number] }>

/** The original filters of the layers that label towns. */
const originalFilters = new WeakMap<MapLibreMap, Map<string, FilterSpecification>>()
/** Half the size of the mark of the selected spot. */
const SELECTED_RADIUS_PX = 15

/** Returns the filter of a layer of town labels, as its style defines it. */
export function findTownFilter(map: MapLibreMap, layer: string): FilterSpecification | undefined {
  return originalFilters.get(map)?.get(layer) ?? (map.getFilter(layer) || undefined)
}

/** Discards the filters of the last style. Call it when the style changes. */
export function clearTownFilters(map: MapLibreMap): void {
  originalFilters.delete(map)
}

/** Draws the labels, and hides the same towns in the layers of the style. */
export function writeTownNames(map: MapLibreMap, features: NameFeature[]): void {
  map.getSource<GeoJSONSource>(TOWN_NAME_SOURCE)?.setData({ type: 'FeatureCollection', features })
  const filters = originalFilters.get(map) ?? new Map<string, FilterSpecification>()
  originalFilters.set(map, filters)
  const names = features.map(({ properties }) => properties.name)
  for (const id of TOWN_LAYERS) {
    if (!map.getLayer(id)) continue
    const original = findTownFilter(map, id)
    if (!original) continue
    filters.set(id, original)
    const shown = map.getLayoutProperty(id, 'text-field') as ExpressionSpecification
    const isNamed: ExpressionSpecification = ['in', shown, ['literal', names]]
    const isOther: FilterSpecification = ['all', original as ExpressionSpecification, ['!', isNamed]]
    map.setFilter(id, names.length > 0 ? isOther : original)
  }
}

/** Keeps labels clear of the marks and of boxes in pixels. */
export function reserveSpace(map: MapLibreMap, markers: MapMarker[], boxes: Box[]): void {
  const circles = markers
    .filter(({ circle, selected }) => circle || selected)
    .map(({ lng, lat, circle }) => toCircle([lng, lat], circle?.radius ?? SELECTED_RADIUS_PX))
  const features = [...circles, ...boxes.flatMap((box) => fillWithCircles(map, box))]
  map.getSource<GeoJSONSource>(KEEP_SOURCE)?.setData({ type: 'FeatureCollection', features })
}

/** Covers a long box with a row or a column of circles. */
function fillWithCircles(map: MapLibreMap, { left, top, right, bottom }: Box): GeoJSON.Feature[] {
  const [width, height] = [right - left, bottom - top]
  const radius = Math.min(width, height) / 2
  const count = Math.max(1, Math.ceil(Math.max(width, height) / (2 * radius)))
  const step = (length: number) => (length - 2 * radius) / Math.max(1, count - 1)
  return Array.from({ length: count }, (_, index) =>
    toCircle(
      map.unproject([left + radius + index * step(width), top + radius + index * step(height)]).toArray(),
      radius,
    ),
  )
}

function toCircle(coordinates: [lng: number, lat: number], radius: number): GeoJSON.Feature {
  return { type: 'Feature', properties: { radius }, geometry: { type: 'Point', coordinates } }
}
