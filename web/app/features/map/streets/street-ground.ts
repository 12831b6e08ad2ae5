import type { LayerSpecification } from 'maplibre-gl'
import { type MapTheme, mapPalettes } from '../base-map/map-theme.ts'
import { HATCH_IMAGE, WOOD_IMAGE } from './street-images.ts'
import type { StreetSelectors } from './street-selectors.ts'
import { byZoom, fillLayer, lineLayer, STREETS_FROM } from './street-style-parts.ts'
import { streetPalettes } from './street-theme.ts'

/** Creates the layers of land use: built-up and green areas, below isolines and graticule. */
export function createGroundLayers(select: StreetSelectors, theme: MapTheme): LayerSpecification[] {
  const palette = streetPalettes[theme]
  return [
    fillLayer({ id: 'built', from: STREETS_FROM }, select.built, { 'fill-color': palette.built }),
    fillLayer({ id: 'civic', from: 12 }, select.civic, {
      'fill-color': palette.civic,
      'fill-opacity': byZoom([12, 0], [13, 1]),
    }),
    fillLayer({ id: 'park', from: STREETS_FROM }, select.park, { 'fill-color': palette.park }),
    fillLayer({ id: 'cemetery', from: 12 }, select.cemetery, { 'fill-color': palette.cemetery }),
    fillLayer({ id: 'wood', from: STREETS_FROM }, select.wood, { 'fill-color': palette.wood }),
    fillLayer({ id: 'trees', from: 13 }, select.wood, {
      'fill-pattern': `${WOOD_IMAGE}-${theme}`,
      'fill-opacity': byZoom([13, 0], [14, 1]),
    }),
    fillLayer({ id: 'sand', from: 12 }, select.sand, { 'fill-color': palette.sand }),
    fillLayer({ id: 'pitch', from: 14 }, select.pitch, {
      'fill-color': palette.pitch,
      'fill-outline-color': palette.tree,
    }),
    fillLayer({ id: 'square', from: 14 }, select.square, { 'fill-color': palette.square }),
  ]
}

/** Creates the layers of water with lines along the bank, and of rivers that are lines. */
export function createStreetWaterLayers(select: StreetSelectors, theme: MapTheme): LayerSpecification[] {
  const { water, coast, river } = mapPalettes[theme]
  const lines = streetPalettes[theme].bankLines.map((color, index) => {
    const distance = [5, 9][index] ?? 0
    return lineLayer({ id: `bank-line-${index}`, from: 13 }, select.water, {
      'line-color': color,
      'line-width': 0.8,
      'line-offset': byZoom([13, distance * 0.35], [15, distance * 0.8], [18, distance * 1.5]),
      'line-opacity': byZoom([13, 0], [14, 1]),
    })
  })
  return [
    fillLayer({ id: 'water', from: STREETS_FROM }, select.water, { 'fill-color': water }),
    fillLayer({ id: 'pool', from: 16 }, select.pool, { 'fill-color': water, 'fill-outline-color': river }),
    ...lines,
    lineLayer({ id: 'bank', from: STREETS_FROM }, select.water, {
      'line-color': coast,
      'line-width': byZoom([9, 0.35], [13, 0.7], [17, 1.1]),
    }),
    lineLayer({ id: 'river', from: STREETS_FROM, to: 14 }, select.river, {
      'line-color': river,
      'line-width': byZoom([9, 0.7], [13, 1.2]),
      'line-opacity': byZoom([13.5, 1], [14, 0]),
    }),
    lineLayer({ id: 'canal', from: STREETS_FROM }, select.canal, {
      'line-color': river,
      'line-width': byZoom([9, 0.7], [13, 1.2], [14, 1], [18, 2.4]),
    }),
    lineLayer({ id: 'stream', from: 12.5 }, select.stream, {
      'line-color': river,
      'line-width': byZoom([12.5, 0.35], [15, 0.8], [18, 1.6]),
    }),
  ]
}

/** Creates the layers of buildings: a wash, from zoom 16 hatched, with an outline. */
export function createBuildingLayers(select: StreetSelectors, theme: MapTheme): LayerSpecification[] {
  const palette = streetPalettes[theme]
  return [
    fillLayer({ id: 'building', from: 14 }, select.building, {
      'fill-color': palette.building,
      'fill-opacity': byZoom([14, 0.35], [15, 1]),
      'fill-antialias': false,
    }),
    fillLayer({ id: 'hatch', from: 16 }, select.building, {
      'fill-pattern': `${HATCH_IMAGE}-${theme}`,
      'fill-opacity': byZoom([16, 0], [16.7, palette.hatchOpacity]),
    }),
    lineLayer({ id: 'building-line', from: 15 }, select.building, {
      'line-color': palette.buildingLine,
      'line-width': byZoom([15, 0.35], [17, 0.75], [19, 1]),
    }),
  ]
}
