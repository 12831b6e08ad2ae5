import { expect, test } from 'vitest'
import { readTokens } from '#app/styles/test-tokens.ts'
import { type MapPalette, mapPalettes } from './map-theme.ts'

const tokens = readTokens()
const names: Record<Exclude<keyof MapPalette, 'rings'>, string> = {
  water: 'map-water',
  land: 'map-land',
  coast: 'map-coast',
  river: 'map-river',
  border: 'map-border',
  graticule: 'map-graticule',
  urban: 'map-urban',
  contour: 'map-contour',
  contourTint: 'map-contour-tint',
  town: 'map-town',
  seaLabel: 'map-sea-label',
  over: 'over',
}

test.each(['day', 'night'] as const)('draws the %s map in the colours of the page', (theme) => {
  const { rings, ...palette } = mapPalettes[theme]
  const expected = Object.fromEntries(Object.entries(names).map(([key, name]) => [key, tokens[theme][`--${name}`]]))
  expect(palette).toEqual(expected)
  expect(rings).toEqual([1, 2, 3, 4].map((ring) => tokens[theme][`--map-ring-${ring}`]))
})
