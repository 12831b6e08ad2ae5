import type { Feature } from 'geojson'
import GeoJSONVT from 'geojson-vt'
import { afterEach, expect, test } from 'vitest'
import { fromGeojsonVt } from 'vt-pbf'
import { mapPalettes } from '../base-map/map-theme.ts'
import { renderStreets } from './static-streets.server.ts'
import { hasStreetsIn, setStreetSource } from './street-source.server.ts'

const FLORENCE = { center: { lng: 11.25, lat: 43.77 }, zoom: 14, width: 392, height: 300 }
const settings = {
  version: '1',
  schema: 'protomaps' as const,
  maxZoom: 14,
  areas: [[11, 43.5, 11.5, 44] as [number, number, number, number]],
  attribution: '',
}

afterEach(() => setStreetSource({ settings: undefined, findTile: async () => undefined }))

/** A road through the view, in tiles up to a zoom. */
function useRoad(count = 1, maxZoom = 14): void {
  useFeatures(
    'roads',
    Array.from({ length: count }, (_, index) => ({
      type: 'Feature' as const,
      properties: { kind: 'major_road', kind_detail: 'primary' },
      geometry: {
        type: 'LineString' as const,
        coordinates: [
          [11.2, 43.77 + index * 1e-5],
          [11.3, 43.77],
        ],
      },
    })),
    { maxZoom },
  )
}

function useFeatures(layer: string, features: Feature[], { areas = settings.areas, maxZoom = 14 } = {}): void {
  const index = new GeoJSONVT(
    { type: 'FeatureCollection', features },
    { maxZoom: 14, indexMaxZoom: 0, buffer: 64, extent: 4096 },
  )
  setStreetSource({
    settings: { ...settings, areas },
    findTile: async (z, x, y) => {
      const tile = z <= maxZoom && index.getTile(z, x, y)
      return tile ? fromGeojsonVt({ [layer]: tile }, { version: 2, extent: 4096 }) : undefined
    },
  })
}

test('draws roads with an edge and a core', async () => {
  useRoad()
  const { built } = (await renderStreets(FLORENCE, 'day')) ?? { built: '' }
  expect(built.match(/<path fill="none" stroke="[^"]+" stroke-width="[\d.]+" d="M/g)).toHaveLength(2)
  expect(built).not.toMatch(/undefined|NaN/)
})

test('draws the roads of a lower zoom where the archives end there', async () => {
  useRoad(1, 13)
  const { built = '' } = (await renderStreets(FLORENCE, 'day')) ?? {}
  expect(built).toContain('d="M')
})

test('outlines swimming pools, except where a tile ends', async () => {
  // The western edge of a tile of zoom 14 lies inside the pool.
  const ring = [
    [11.249, 43.769],
    [11.2505, 43.769],
    [11.2505, 43.771],
    [11.249, 43.771],
    [11.249, 43.769],
  ]
  const geometry = { type: 'Polygon' as const, coordinates: [ring] }
  useFeatures('water', [{ type: 'Feature', properties: { kind: 'swimming_pool' }, geometry }])
  const { built } = (await renderStreets({ ...FLORENCE, zoom: 16 }, 'day')) ?? { built: '' }
  const outline =
    new RegExp(`<path fill="none" stroke="${mapPalettes.day.river}" stroke-width="1" d="([^"]+)"`).exec(built)?.[1] ??
    ''
  expect(outline.split('M').length).toBeGreaterThan(2)
  expect(outline).not.toContain('z')
})

test('draws nothing below the zoom of streets or beyond the archives', async () => {
  useRoad()
  expect(await renderStreets({ ...FLORENCE, zoom: 8 }, 'day')).toBeUndefined()
  expect(await renderStreets({ ...FLORENCE, center: { lng: 20, lat: 50 } }, 'day')).toBeUndefined()
})

test.each([
  [11.25, -180, 180],
  [-74, -180, 180],
  [179.999, -180, 180],
  [-100, -179.2, 179.8],
])('draws the streets at longitude %d from an archive from %d to %d', async (lng, west, east) => {
  const coordinates = [
    [lng - 0.02, 43.77],
    [lng, 43.77],
  ]
  const road = { type: 'Feature' as const, properties: { kind: 'major_road', kind_detail: 'primary' } }
  useFeatures('roads', [{ ...road, geometry: { type: 'LineString', coordinates } }], { areas: [[west, -85, east, 85]] })
  const { ground = '', built = '' } = (await renderStreets({ ...FLORENCE, center: { lng, lat: 43.77 } }, 'day')) ?? {}
  expect(ground).toMatch(/d="M-12 /)
  expect(built).toContain('M')
})

test('keeps a drawing small by leaving out the details of the highest zooms', async () => {
  useRoad(15_000)
  const { ground, built } = (await renderStreets(FLORENCE, 'night')) ?? { ground: '', built: '' }
  expect(built.length).toBeGreaterThan(0)
  expect(ground.length + built.length).toBeLessThan(440_000)
})

test('leaves the offline base map visible where an archive cannot be read', async () => {
  setStreetSource({ settings, findTile: () => Promise.reject(new Error('gone')) })
  expect(await renderStreets(FLORENCE, 'day')).toBeUndefined()
  setStreetSource({ settings, findTile: async () => Uint8Array.of(0x1b, 1, 2) })
  expect(await renderStreets(FLORENCE, 'day')).toBeUndefined()
})

test('reports streets only where the archives have them, so that isolines there have no tint', () => {
  useRoad()
  expect(hasStreetsIn(FLORENCE)).toBe(true)
  expect(hasStreetsIn({ ...FLORENCE, center: { lng: 371.25, lat: 43.77 } })).toBe(true)
  expect(hasStreetsIn({ ...FLORENCE, zoom: 7 })).toBe(false)
  expect(hasStreetsIn({ ...FLORENCE, center: { lng: 16.37, lat: 48.21 } })).toBe(false)
})
