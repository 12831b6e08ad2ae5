import { expect, test } from 'vitest'
import { cutTiles } from '../../../tools/basemap/tile-pyramid.ts'
import { readVectorTile } from './vector-tile.ts'

const square = {
  type: 'Feature' as const,
  properties: { z: 1, name: 'Ærøskøbing', depth: -3.5, level: -4 },
  geometry: {
    type: 'Polygon' as const,
    coordinates: [
      [
        [-90, -45],
        [90, -45],
        [90, 45],
        [-90, 45],
        [-90, -45],
      ],
    ],
  },
}

test('reads the geometry and every type of property that the builder writes', () => {
  const [world] = cutTiles([{ name: 'land', features: [square] }])
  const layers = readVectorTile(world?.bytes ?? new Uint8Array())
  expect(layers.land?.[0]?.properties).toEqual({ z: 1, name: 'Ærøskøbing', depth: -3.5, level: -4 })
  expect(layers.land?.[0]?.parts[0]?.map(([x]) => x)).toContain(1024)
})

test('reads only the wanted layers', () => {
  const layers = ['land', 'lake'].map((name) => ({ name, features: [square] }))
  const [world] = cutTiles(layers)
  expect(Object.keys(readVectorTile(world?.bytes ?? new Uint8Array(), ['lake']))).toEqual(['lake'])
})

test('returns no layers for an empty tile', () => {
  expect(readVectorTile(new Uint8Array())).toEqual({})
})

test('rejects damaged bytes instead of looping forever', () => {
  expect(() => readVectorTile(Uint8Array.of(0x1b, 1, 2))).toThrow('wire type')
})

test('reads a damaged geometry only as far as its numbers go', () => {
  // A layer "a" with one line, whose command promises 500 million points.
  const geometry = [0x09, 2, 2, 0xfa, 0xff, 0xff, 0xff, 0x0f]
  const feature = [0x18, 2, 0x22, geometry.length, ...geometry]
  const layer = [0x0a, 1, 0x61, 0x12, feature.length, ...feature]
  const started = performance.now()
  const { a } = readVectorTile(Uint8Array.of(0x1a, layer.length, ...layer))
  expect(a?.[0]?.parts).toEqual([[[1, 1]]])
  expect(performance.now() - started).toBeLessThan(1000)
})
