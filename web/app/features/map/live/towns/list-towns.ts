import type { FilterSpecification, GeoJSONFeature, Map as MapLibreMap } from 'maplibre-gl'
import { getNamesLanguage } from '#app/platform/names-language.ts'
import { MAP_SERIF } from '../../base-map/font-names.ts'
import { TOWN_NAME_SIZES } from '../../base-map/town-sizes.ts'
import type { Town } from '../../density/label-towns.ts'
import { unwrapLongitude } from '../../map-view.ts'

/** The layers that label towns, largest towns first. */
export const TOWN_LAYERS = ['street-city-name', 'street-town-name', 'town'] as const
const STREET_SIZES = { 'street-city-name': 17, 'street-town-name': 14 }
const LINE_HEIGHT = 1.2
/** The minimum distance of a town from the edge of the map. Nearer labels would be cut off. */
const EDGE_PX = 30

/** A town with its name and the font size of its label. */
export interface NamedTown extends Town {
  name: string
  sizePx: number
  lng: number
  lat: number
  /** Its rank among towns: the lowest is the largest. */
  rank: number
}

/** Lists the largest towns of the loaded tiles in view. */
export function listTowns(
  map: MapLibreMap,
  max: number,
  filterOf: (layer: string) => FilterSpecification | undefined,
): NamedTown[] {
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  const zoom = map.getZoom()
  const language = getNamesLanguage()
  const found = TOWN_LAYERS.flatMap((id) => {
    const layer = map.getLayer(id)
    if (!layer?.source || !layer.sourceLayer) return []
    const filter = filterOf(id)
    const options = { sourceLayer: layer.sourceLayer, ...(filter && { filter }) }
    return map
      .querySourceFeatures(layer.source, options)
      .filter(({ properties }) => id !== 'town' || (properties.z ?? 0) <= zoom)
      .flatMap((feature) => toTown(map, id, feature, language))
  })
  const isInside = ({ x, y }: NamedTown) => x > EDGE_PX && y > EDGE_PX && x < width - EDGE_PX && y < height - EDGE_PX
  const inView = found.filter(isInside)
  const largest = inView.toSorted((a, b) => a.rank - b.rank || a.name.localeCompare(b.name, 'en'))
  // The same town may be in several tiles and in both sources.
  const single = [...new Map(largest.map((town) => [town.name, town])).values()]
  return single.slice(0, max)
}

function toTown(
  map: MapLibreMap,
  layer: (typeof TOWN_LAYERS)[number],
  feature: GeoJSONFeature,
  language: string,
): NamedTown[] {
  const { geometry, properties } = feature
  if (geometry.type !== 'Point') return []
  const [lng = 0, lat = 0] = geometry.coordinates
  const name: unknown = properties[`name:${language}`] ?? properties.name
  if (typeof name !== 'string') return []
  const sizePx = layer === 'town' ? (TOWN_NAME_SIZES[properties.size] ?? 12) : STREET_SIZES[layer]
  const rank = layer === 'town' ? properties.z + properties.size / 10 : TOWN_LAYERS.indexOf(layer) * 3
  const { x, y } = map.project([unwrapLongitude(lng, map.getCenter().lng), lat])
  return [{ name, sizePx, lng, lat, rank, x, y, width: measureName(name, sizePx), height: sizePx * LINE_HEIGHT }]
}

let pen: CanvasRenderingContext2D | null | undefined

function measureName(name: string, sizePx: number): number {
  pen ??= document.createElement('canvas').getContext('2d')
  if (!pen) return name.length * sizePx * 0.53
  pen.font = `${sizePx}px ${MAP_SERIF}`
  return pen.measureText(name).width
}
