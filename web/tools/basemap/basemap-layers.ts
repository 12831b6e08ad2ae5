import { labelCountries } from './country-labels.ts'
import { labelSeas } from './sea-labels.ts'
import { type BasemapLayer, MAX_ZOOM } from './tile-pyramid.ts'
import { labelTowns } from './town-labels.ts'
import { outlineUrbanAreas } from './urban-areas.ts'
import { createOutliner } from './world-outlines.ts'
import { loadCountries, loadInlandWater } from './world-shapes.ts'

/** The reach of water lines from the coast, and of the inner two up to zoom 5. */
const ALL_WATER_LINES_PX = 20
const INNER_WATER_LINES_PX = 8

/** Loads all layers of the offline base map, built from npm packages only. The map style refers to their names. */
export function loadBasemapLayers(): BasemapLayer[] {
  const outline = createOutliner(MAX_ZOOM)
  const { lakes, rivers } = loadInlandWater()
  return [
    { name: 'land', features: (zoom) => outline(zoom).land },
    { name: 'coast', features: (zoom) => outline(zoom).coast, bufferPxAt: findCoastBuffer },
    { name: 'offshore', features: (zoom) => outline(zoom).offshore, bufferPxAt: () => ALL_WATER_LINES_PX },
    { name: 'urban', features: outlineUrbanAreas(), fromZoom: 4, coarse: true },
    { name: 'lake', features: lakes, fromZoom: 1 },
    { name: 'river', features: rivers, fromZoom: 3 },
    { name: 'border', features: (zoom) => outline(zoom).borders, fromZoom: 1 },
    { name: 'sea', features: labelSeas() },
    { name: 'country', features: labelCountries(loadCountries()) },
    { name: 'town', features: labelTowns(), fromZoom: 2 },
  ]
}

/** Outer water lines follow the coast only in the finest tiles. */
function findCoastBuffer(zoom: number): number {
  return zoom === MAX_ZOOM ? ALL_WATER_LINES_PX : INNER_WATER_LINES_PX
}
