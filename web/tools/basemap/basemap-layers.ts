import { labelCountries } from './country-labels.ts'
import { labelSeas } from './sea-labels.ts'
import type { BasemapLayer } from './tile-pyramid.ts'
import { labelTowns } from './town-labels.ts'
import { outlineUrbanAreas } from './urban-areas.ts'
import { loadBorders, loadCountries, loadInlandWater, loadLand } from './world-shapes.ts'

/** All layers of the offline base map, built from npm packages only. The map style refers to their names. */
export function loadBasemapLayers(): BasemapLayer[] {
  const { land, coast } = loadLand()
  const { lakes, rivers } = loadInlandWater()
  return [
    { name: 'land', features: land },
    { name: 'coast', features: coast },
    { name: 'urban', features: outlineUrbanAreas(), fromZoom: 4, coarse: true },
    { name: 'lake', features: lakes, fromZoom: 1 },
    { name: 'river', features: rivers, fromZoom: 3 },
    { name: 'border', features: loadBorders(), fromZoom: 1 },
    { name: 'sea', features: labelSeas() },
    { name: 'country', features: labelCountries(loadCountries()) },
    { name: 'town', features: labelTowns(), fromZoom: 2 },
  ]
}
