import { existsSync } from 'node:fs'
import { join } from 'node:path'
import GeoJSONVT from 'geojson-vt'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fromGeojsonVt } from 'vt-pbf'
import { distanceMeters } from '#app/lib/geo/distance.ts'
import type { StreetSettings } from '#app/platform/config/street-settings.ts'
import { createStreetSearch } from './find-streets.ts'
import { openStreetMap } from './street-map.ts'

/** Real streets of Florence, which the project does not contain. */
const STREETS = join(import.meta.dirname, '../../../../shared/data/streets')
const DUOMO = { lng: 11.2558, lat: 43.7731 }

async function openSearch(file: string) {
  const map = await openStreetMap({ locations: [join(STREETS, file)], folder: '/nowhere', warn: vi.fn() })
  onTestFinished(() => map.close())
  return createStreetSearch(map)
}

test.skipIf(!existsSync(STREETS)).each(['florence-protomaps.pmtiles', 'florence-openmaptiles.pmtiles'])(
  'finds streets and corners by name in %s (skipped without the shared data)',
  async (file) => {
    const find = await openSearch(file)
    const [street] = await find('via de calzaiuoli', DUOMO)
    expect(street?.title).toMatch(/Calzaiuoli/)
    expect(distanceMeters(street ?? { lng: 0, lat: 0 }, DUOMO)).toBeLessThan(600)
    const [numbered] = await find('Via dei Cerretani 12', DUOMO)
    expect(numbered?.title).toMatch(/Cerretani/)
    const [corner] = await find('via dei calzaiuoli & via del corso', DUOMO)
    expect(corner?.title).toMatch(/Calzaiuoli.*Corso/)
    expect(distanceMeters(corner ?? { lng: 0, lat: 0 }, { lng: 11.2549, lat: 43.7712 })).toBeLessThan(120)
    expect(await find('nowhere street', DUOMO)).toEqual([])
  },
)

/** Creates the search over streets from west to east, and one from south to north, that meet near the cathedral. */
function searchStreets(eastward: string[], northward: string) {
  const line = (name: string, coordinates: number[][]) => ({
    ...{ type: 'Feature' as const, properties: { name } },
    geometry: { type: 'LineString' as const, coordinates },
  })
  const { lng, lat } = DUOMO
  const features = [
    ...eastward.map((name, index) => {
      const at = lat + index * 1e-4
      return line(
        name,
        [lng - 1e-3, lng, lng + 1e-3].map((each) => [each, at]),
      )
    }),
    line(
      northward,
      [lat - 1e-3, lat, lat + 1e-3].map((each) => [lng, each]),
    ),
  ]
  const index = new GeoJSONVT({ type: 'FeatureCollection', features }, { maxZoom: 14, indexMaxZoom: 0, extent: 4096 })
  const findTile = async (z: number, x: number, y: number) => {
    const tile = index.getTile(z, x, y)
    if (!tile) return undefined
    const { buffer } = Uint8Array.from(fromGeojsonVt({ roads: tile }, { version: 2, extent: 4096 }))
    return { bytes: buffer, isGzipped: false }
  }
  const find = createStreetSearch({ settings: { version: 'v', maxZoom: 14 } as StreetSettings, findTile })
  return async (typed: string) => (await find(typed, DUOMO)).map(({ title }) => title)
}

test('finds streets whose names are numbers, and streets with a house number of any form', async () => {
  const find = searchStreets(['Calle 12', 'Calle 10', 'Via Roma'], 'Rue du 8 Mai 1945')
  expect(await find('calle 10')).toEqual(['Calle 10'])
  expect(await find('rue du 8 mai 1945')).toEqual(['Rue du 8 Mai 1945'])
  for (const typed of ['Via Roma 7', 'Via Roma 12 b', 'Via Roma 12/A', 'Via Roma 12/4', '7 Via Roma'])
    expect(await find(typed), typed).toEqual(['Via Roma'])
})

test('finds the first street where the two do not meet', async () => {
  const find = searchStreets(['Calle 10', 'Via Roma'], 'Via Larga')
  expect(await find('via larga & calle 10')).toEqual(['Via Larga / Calle 10'])
  expect(await find('via roma & via verdi')).toEqual(['Via Roma'])
})

test('yields to other requests between the tiles that it decodes', async () => {
  const settings = { version: 'v', maxZoom: 14 } as StreetSettings
  const findTile = () => Promise.resolve({ bytes: new ArrayBuffer(0), isGzipped: false })
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  await createStreetSearch({ settings, findTile })('via roma', DUOMO)
  clearImmediate(timer)
  expect(turns).toBeGreaterThanOrEqual(25)
})

test('finds nothing without a street map', async () => {
  const map = await openStreetMap({ locations: [], folder: '/nowhere', warn: vi.fn() })
  onTestFinished(() => map.close())
  expect(await createStreetSearch(map)('via roma', DUOMO)).toEqual([])
})

test('continues the search without a tile that cannot be read or decoded, and reads it again the next time', async () => {
  const settings = { version: 'v', maxZoom: 14 } as StreetSettings
  const bytes = new TextEncoder().encode('this is no gzip').buffer
  for (const failing of [() => Promise.reject(new Error('no answer')), async () => ({ bytes, isGzipped: true })]) {
    const findTile = vi.fn(failing)
    const find = createStreetSearch({ settings, findTile })
    expect(await find('via roma', DUOMO)).toEqual([])
    const { length } = findTile.mock.calls
    expect(await find('via roma', DUOMO)).toEqual([])
    expect(findTile.mock.calls.length).toBe(2 * length)
  }
})
