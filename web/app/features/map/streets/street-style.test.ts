import {
  createExpression,
  featureFilter,
  latest,
  type StylePropertySpecification,
  validateStyleMin,
} from '@maplibre/maplibre-gl-style-spec'
import { expect, test } from 'vitest'
import { STREET_SCHEMAS, type StreetSettings } from '#app/platform/config/street-settings.ts'
import { createMapStyle } from '../base-map/map-style.ts'
import { mapPalettes } from '../base-map/map-theme.ts'
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

interface StreetFeature {
  layer: string
  type: 'Point' | 'LineString' | 'Polygon'
  properties: Record<string, string | number>
}

function findLayer(schema: StreetSettings['schema'], id: string) {
  const layer = createStyle('day', schema).layers.find((one) => one.id === id)
  if (!layer || !('source-layer' in layer)) throw new Error(`No layer ${id}.`)
  return layer
}

/** Lists the layers that draw a feature at a zoom, bottom to top. */
function listLayers(schema: StreetSettings['schema'], zoom: number, { layer: name, type, properties }: StreetFeature) {
  return createStyle('day', schema)
    .layers.filter((layer) => 'source-layer' in layer && layer.source === 'streets' && layer['source-layer'] === name)
    .filter(({ minzoom = 0, maxzoom = 24 }) => zoom >= minzoom && zoom < maxzoom)
    .filter((layer) =>
      featureFilter('filter' in layer ? layer.filter : undefined, layer.id).filter({ zoom }, { type, properties }),
    )
    .map(({ id }) => id)
}

/** Returns the value of a layout property for a feature. */
function readLayout(
  schema: StreetSettings['schema'],
  id: string,
  name: string,
  properties: StreetFeature['properties'],
) {
  const { type, layout } = findLayer(schema, id)
  const specification = (latest as unknown as Record<string, Record<string, StylePropertySpecification>>)[
    `layout_${type}`
  ]
  const parsed = createExpression((layout as Record<string, unknown>)[name], name, specification?.[name])
  if (parsed.result === 'error') throw new Error(`${id} has no valid ${name}.`)
  return parsed.value.evaluate({ zoom: 17 }, { type: 'Point', properties })
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

const ROADS: Record<StreetSettings['schema'], StreetFeature['properties'][]> = {
  protomaps: [
    { kind: 'highway', kind_detail: 'motorway' },
    { kind: 'major_road', kind_detail: 'primary' },
    { kind: 'major_road', kind_detail: 'secondary' },
    { kind: 'major_road', kind_detail: 'tertiary' },
    { kind: 'minor_road', kind_detail: 'residential' },
  ],
  openmaptiles: ['motorway', 'primary', 'secondary', 'tertiary', 'minor'].map((name) => ({ class: name })),
}
const road = (schema: StreetSettings['schema'], properties: StreetFeature['properties']): StreetFeature => ({
  layer: schema === 'protomaps' ? 'roads' : 'transportation',
  type: 'LineString',
  properties,
})

test.each(STREET_SCHEMAS)('draws arrows on one-way roads from motorways to minor streets for %s', (schema) => {
  const oneway = schema === 'protomaps' ? 'yes' : 1
  for (const properties of ROADS[schema]) {
    expect(listLayers(schema, 17, road(schema, { ...properties, oneway }))).toContain('street-one-way')
    expect(listLayers(schema, 17, road(schema, properties))).not.toContain('street-one-way')
    expect(listLayers(schema, 16, road(schema, { ...properties, oneway }))).not.toContain('street-one-way')
  }
})

test('turns the arrows of roads whose traffic runs against their line', () => {
  const backward = road('openmaptiles', { class: 'primary', oneway: -1 })
  expect(listLayers('openmaptiles', 17, backward)).toContain('street-one-way')
  const turn = (oneway: number) => readLayout('openmaptiles', 'street-one-way', 'icon-rotate', { oneway })
  expect([turn(1), turn(-1)]).toEqual([0, 180])
})

/** A line of water with a name, of a class and with or without a tunnel around it. */
const waterway = (schema: StreetSettings['schema'], name: string, isTunnel = false): StreetFeature =>
  schema === 'protomaps'
    ? { layer: 'water', type: 'LineString', properties: { name, kind: name, ...(isTunnel && { is_tunnel: 1 }) } }
    : {
        layer: 'waterway',
        type: 'LineString',
        properties: { name, class: name, ...(isTunnel && { brunnel: 'tunnel' }) },
      }

test.each(STREET_SCHEMAS)('draws canals at all zooms and rivers up to zoom 14 for %s', (schema) => {
  const drawn = (name: string, zoom: number) =>
    listLayers(schema, zoom, waterway(schema, name)).filter((id) => !id.endsWith('-name'))
  expect([drawn('canal', 10), drawn('canal', 13.9), drawn('canal', 14), drawn('canal', 18)]).toEqual(
    Array(4).fill(['street-canal']),
  )
  expect([drawn('river', 10), drawn('river', 13.9), drawn('river', 14)]).toEqual([
    ['street-river'],
    ['street-river'],
    [],
  ])
})

test.each(STREET_SCHEMAS)('draws no water in tunnels for %s', (schema) => {
  const drawn = ['river', 'canal', 'stream'].flatMap((name) => listLayers(schema, 13, waterway(schema, name, true)))
  expect(drawn.filter((id) => !id.endsWith('-name'))).toEqual([])
})

test.each(STREET_SCHEMAS)('names streams and canals from zoom 14.5, smaller than rivers, for %s', (schema) => {
  const named = (name: string, zoom: number) =>
    listLayers(schema, zoom, waterway(schema, name)).filter((id) => id.endsWith('-name'))
  expect([named('river', 11), named('river', 15)]).toEqual([['street-river-name'], ['street-river-name']])
  for (const name of ['stream', 'canal']) {
    expect([named(name, 14.4), named(name, 14.5)]).toEqual([[], ['street-stream-name']])
  }
  expect(readLayout(schema, 'street-stream-name', 'text-size', {})).toBe(12)
})

test.each(STREET_SCHEMAS)('names hamlets from zoom 12.5 and villages from zoom 10 for %s', (schema) => {
  const place = (name: string): StreetFeature =>
    schema === 'protomaps'
      ? { layer: 'places', type: 'Point', properties: { name, kind: 'locality', kind_detail: name } }
      : { layer: 'place', type: 'Point', properties: { name, class: name } }
  expect(listLayers(schema, 10, place('village'))).toEqual(['street-village-name'])
  expect(listLayers(schema, 12.4, place('hamlet'))).toEqual([])
  expect(listLayers(schema, 12.5, place('hamlet'))).toEqual(['street-hamlet-name'])
})

test.each(STREET_SCHEMAS)('names pedestrian streets from zoom 15, like other minor streets, for %s', (schema) => {
  const properties: StreetFeature['properties'] =
    schema === 'protomaps' ? { kind: 'path', kind_detail: 'pedestrian' } : { class: 'path', subclass: 'pedestrian' }
  const street: StreetFeature = {
    layer: schema === 'protomaps' ? 'roads' : 'transportation_name',
    type: 'LineString',
    properties: { name: 'Via Calimala', ...properties },
  }
  const named = (zoom: number) => listLayers(schema, zoom, street).filter((id) => id.endsWith('-name'))
  expect([named(15), named(17)]).toEqual([['street-minor-name'], ['street-minor-name']])
})

test('places names in the order of their priority, cities first', () => {
  const names = createStyle('day', 'protomaps')
    .layers.map(({ id }) => /^street-(.+)-name$/.exec(id)?.[1])
    .filter((name) => name !== undefined)
  const order =
    'sight foot minor major stream peak station park neighbourhood suburb hamlet lake river village town city'
  expect(names).toEqual(order.split(' '))
})

test.each(STREET_SCHEMAS)('marks peaks with a triangle above the name and the height for %s', (schema) => {
  const height = schema === 'protomaps' ? 'elevation' : 'ele'
  const field = (properties: StreetFeature['properties']) =>
    String(readLayout(schema, 'street-peak-name', 'text-field', properties))
  expect(field({ name: 'Monte Morello', [height]: 933.6 })).toBe('Monte Morello\n934')
  expect(field({ name: 'Monte Morello' })).toBe('Monte Morello')
  expect(findLayer(schema, 'street-peak-name').layout).toMatchObject({
    'icon-image': 'st-peak-day',
    'text-anchor': 'top',
  })
})

test('marks stations with a square and museums with a dot, with the name on any free side', () => {
  for (const [id, icon] of [
    ['street-station-name', 'st-station-day'],
    ['street-sight-name', 'st-dot-day'],
  ] as const) {
    const { layout } = findLayer('protomaps', id)
    expect(layout).toMatchObject({ 'icon-image': icon, 'text-variable-anchor': expect.any(Array) })
  }
})

test.each(['city', 'town', 'village'])('moves the name of a %s off a mark, first below it', (place) => {
  const { layout } = findLayer('protomaps', `street-${place}-name`)
  const sides = ['center', 'top', 'bottom', 'left', 'right', 'top-left', 'top-right', 'bottom-left', 'bottom-right']
  expect(layout).toMatchObject({ 'text-variable-anchor': sides, 'text-radial-offset': 1.5 })
})

test.each(STREET_SCHEMAS)('draws swimming pools with an outline from zoom 16 for %s', (schema) => {
  const key = schema === 'protomaps' ? 'kind' : 'class'
  const pool: StreetFeature = { layer: 'water', type: 'Polygon', properties: { [key]: 'swimming_pool' } }
  expect([listLayers(schema, 15.9, pool), listLayers(schema, 16, pool)]).toEqual([[], ['street-pool']])
  expect(findLayer(schema, 'street-pool').paint).toMatchObject({ 'fill-outline-color': mapPalettes.day.river })
})

test.each(STREET_SCHEMAS)(
  "names seas and towns in the reader's language and streets in the local one for %s",
  (schema) => {
    const properties = { name: 'Ligurian Sea', 'name:it': 'Mar Ligure' }
    const field = (id: string) => String(readLayout(schema, `street-${id}-name`, 'text-field', properties))
    expect([field('lake'), field('city'), field('river'), field('minor')]).toEqual([
      'Mar Ligure',
      'Mar Ligure',
      'Ligurian Sea',
      'Ligurian Sea',
    ])
  },
)
