import { expect, test } from 'vitest'
import { createMapStyle } from './map-style.ts'

const tilesUrl = 'http://localhost/basemap/1/{z}/{x}/{y}.pbf'

test('draws the same layers in the same order in both themes', () => {
  const [day, night] = (['day', 'night'] as const).map((theme) => createMapStyle({ theme, tilesUrl }))
  expect(day?.layers.map(({ id }) => id)).toEqual(night?.layers.map(({ id }) => id))
  expect(JSON.stringify(day)).not.toBe(JSON.stringify(night))
})

test('orders the layers as the design does', () => {
  const ids = createMapStyle({ theme: 'day', tilesUrl }).layers.map(({ id }) => id)
  const order = [
    'water',
    'ring-3',
    'ring-3-water',
    'ring-0-water',
    'land',
    'urban',
    'graticule',
    'river',
    'lake',
    'coast',
    'border',
    'isolines-a-line',
    'route',
    'town-dot',
    'town',
  ]
  expect(order.map((id) => ids.indexOf(id))).toEqual(order.map((id) => ids.indexOf(id)).toSorted((a, b) => a - b))
  expect(order.every((id) => ids.includes(id))).toBe(true)
})

test('draws the outer water lines along the offshore coast, and along the coast in the finest tiles', () => {
  const { layers } = createMapStyle({ theme: 'day', tilesUrl })
  const find = (id: string) => layers.find((layer) => layer.id === id)
  expect(find('ring-3-offshore')).toMatchObject({ 'source-layer': 'offshore', maxzoom: 6 })
  expect(find('ring-3')).toMatchObject({
    'source-layer': 'coast',
    paint: { 'line-opacity': ['step', ['zoom'], 0, 6, 1] },
  })
  expect(find('ring-0-offshore')).toBeUndefined()
})

test('omits country names on embedded maps, as static maps do', () => {
  const { layers } = createMapStyle({ theme: 'day', tilesUrl, withoutCountries: true })
  expect(layers.filter(({ type }) => type === 'symbol').map(({ id }) => id)).toEqual([
    'sea',
    'town',
    'keep',
    'named-town',
  ])
})

test('needs no glyphs or sprites, so that it works offline', () => {
  const style = createMapStyle({ theme: 'night', tilesUrl })
  expect(style.glyphs).toBeUndefined()
  expect(style.sprite).toBeUndefined()
})
