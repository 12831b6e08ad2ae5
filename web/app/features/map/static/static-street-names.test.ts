import type { Feature } from 'geojson'
import GeoJSONVT from 'geojson-vt'
import { afterEach, expect, test } from 'vitest'
import { fromGeojsonVt } from 'vt-pbf'
import type { StreetSettings } from '#app/platform/config/street-settings.ts'
import { placeLabels } from './static-map-labels.server.ts'
import { listStreetNames } from './static-street-names.server.ts'
import { setStreetSource } from './street-source.server.ts'

const FLORENCE = { center: { lng: 11.25, lat: 43.77 }, zoom: 13.9, width: 392, height: 300 }
const settings = {
  version: '1',
  schema: 'protomaps' as const,
  maxZoom: 14,
  areas: [[11, 43.5, 11.5, 44] as [number, number, number, number]],
  attribution: '',
}

afterEach(() => setStreetSource({ settings: undefined, findTile: async () => undefined }))

/** Streets by name, with their `kind_detail`. */
function useStreets(streets: [name: string, detail: string, coordinates: [number, number][]][]): void {
  const features = streets.map(([name, detail, coordinates]) => ({
    type: 'Feature' as const,
    properties: { name, kind: detail === 'primary' ? 'major_road' : 'minor_road', kind_detail: detail },
    geometry: { type: 'LineString' as const, coordinates },
  }))
  useTiles('roads', features, settings)
}

function useTiles(layer: string, features: Feature[], used: StreetSettings): void {
  const index = new GeoJSONVT(
    { type: 'FeatureCollection', features },
    { maxZoom: 14, indexMaxZoom: 0, buffer: 64, extent: 4096 },
  )
  setStreetSource({
    settings: used,
    findTile: async (z, x, y) => {
      const tile = index.getTile(z, x, y)
      return tile ? fromGeojsonVt({ [layer]: tile }, { version: 2, extent: 4096 }) : undefined
    },
  })
}

const RISING: [number, number][] = [
  [11.243, 43.766],
  [11.257, 43.7755],
]

test('writes the name of a main street along its course, readable from the left', async () => {
  useStreets([
    ['Via Maggio', 'primary', RISING.toReversed()],
    [
      'Via Piccola',
      'residential',
      [
        [11.243, 43.772],
        [11.257, 43.772],
      ],
    ],
  ])
  const [street, ...others] = await listStreetNames(FLORENCE)
  expect(others).toEqual([])
  expect(street).toMatchObject({ kind: 'street', lines: ['Via Maggio'], anchor: 'middle' })
  expect(street?.turn?.degrees).toBeLessThan(-30)
  expect(street?.turn?.degrees).toBeGreaterThan(-60)
})

test('leaves out names that are longer than their street', async () => {
  useStreets([
    [
      'Viale dei Colli Fiorentini',
      'primary',
      [
        [11.2499, 43.77],
        [11.2501, 43.77],
      ],
    ],
  ])
  expect(await listStreetNames(FLORENCE)).toEqual([])
})

test('places the names of streets clear of each other, of marks and of their names', async () => {
  useStreets([
    ['Via Maggio', 'primary', RISING],
    ['Via Romana', 'primary', RISING.map(([lng, lat]) => [lng, lat + 0.00005])],
  ])
  const names = await listStreetNames(FLORENCE)
  expect(names).toHaveLength(2)
  expect(placeLabels([], FLORENCE, [], names)).toHaveLength(1)
  const mark = { x: names[0]?.x ?? 0, y: names[0]?.y ?? 0 }
  expect(placeLabels([], FLORENCE, [mark], names)).toEqual([])
  const name = { left: mark.x, right: mark.x + 90, top: mark.y - 11, bottom: mark.y + 11 }
  expect(placeLabels([], FLORENCE, [], names, [name])).toEqual([])
})

test('writes nothing along roads that have only a number, which OpenMapTiles lists with the names', async () => {
  const geometry = { type: 'LineString' as const, coordinates: RISING }
  const road = (properties: Record<string, string>): Feature => ({
    ...{ type: 'Feature', geometry, properties: { class: 'motorway', ...properties } },
  })
  const names = [road({ ref: 'A1' }), road({ name: '', ref: 'A1' }), road({ name: 'Autosole' })]
  useTiles('transportation_name', names, { ...settings, schema: 'openmaptiles' })
  expect((await listStreetNames(FLORENCE)).map(({ lines }) => lines)).toEqual([['Autosole']])
})
