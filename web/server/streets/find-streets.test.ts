import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
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
