import type { Feature } from 'geojson'
import { expect, test } from 'vitest'
import { readVectorTile } from '#app/lib/basemap/vector-tile.ts'
import { cutTiles } from './tile-pyramid.ts'

const town = (z: number): Feature => ({
  type: 'Feature',
  properties: { z },
  geometry: { type: 'Point', coordinates: [7.7, 45] },
})

test('creates every tile of every zoom', () => {
  const paths = [...cutTiles([])].map(({ path }) => path)
  expect(paths).toHaveLength(5461)
  expect(paths).toContain('6/63/63.pbf')
})

test('includes a label one zoom before it shows, and in all tiles of the deepest zoom', () => {
  const tiles = new Map(
    [...cutTiles([{ name: 'town', features: [town(5), town(9)] }])].map(({ path, bytes }) => [path, bytes]),
  )
  const count = (path: string) => readVectorTile(tiles.get(path) ?? new Uint8Array()).town?.length ?? 0
  expect(count('3/4/2.pbf')).toBe(0)
  expect(count('4/8/5.pbf')).toBe(1)
  expect(count('6/33/23.pbf')).toBe(2)
})

test('asks for the features of each zoom', () => {
  const layers = [{ name: 'town', features: (zoom: number) => (zoom === 2 ? [town(0)] : []) }]
  const filled = [...cutTiles(layers)].filter(({ bytes }) => bytes.length > 0)
  expect(filled.map(({ path }) => path)).toEqual(['2/2/1.pbf'])
})
