import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { expect, test } from 'vitest'
import { STREET_SCHEMAS, type StreetSettings } from '#app/platform/config/street-settings.ts'
import { createMapStyle } from '../base-map/map-style.ts'
import { createStreetStyle } from './street-style.ts'

const SETTINGS: StreetSettings = {
  version: 'abc',
  schema: 'protomaps',
  maxZoom: 14,
  areas: [[11, 43, 12, 44]],
  attribution: '© Mappers',
}

function createStyle(theme: 'day' | 'night', schema: StreetSettings['schema']) {
  const tilesUrl = 'https://site.test/{z}/{x}/{y}.mvt'
  const streets = createStreetStyle({ theme, tilesUrl, settings: { ...SETTINGS, schema }, language: 'it' })
  return createMapStyle({ theme, tilesUrl, streets })
}

test.each(STREET_SCHEMAS)('is a valid style for %s, with the same layers by day and night', (schema) => {
  const day = createStyle('day', schema)
  const night = createStyle('night', schema)
  expect([...validateStyleMin(day), ...validateStyleMin(night)]).toEqual([])
  expect(day.layers.map(({ id }) => id)).toEqual(night.layers.map(({ id }) => id))
})

test('draws land use below tints, roads below isolines, and names on top', () => {
  const ids = createStyle('day', 'protomaps').layers.map(({ id }) => id)
  const order = [
    'land',
    'street-land',
    'street-built',
    'isolines-a-tint',
    'graticule',
    'street-water',
    'street-building',
    'street-tunnel-minor',
    'street-road-minor-edge',
    'street-road-service',
    'street-rail',
    'street-bridge-motorway',
    'isolines-a-line',
    'route',
    'town',
    'street-minor-name',
    'street-city-name',
  ]
  const places = order.map((id) => ids.indexOf(id))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
})

test('loads no glyphs or sprites from other origins', () => {
  const style = createStyle('night', 'openmaptiles')
  expect([style.glyphs, style.sprite]).toEqual([undefined, undefined])
})
