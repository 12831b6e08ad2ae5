import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type MapPalette, type MapTheme, mapPalettes } from './map-theme.ts'

const tokens = readFileSync(join(import.meta.dirname, '../../../styles/tokens.css'), 'utf8')
const night = tokens.lastIndexOf('[data-theme="night"]')
const blocks: Record<MapTheme, string> = { day: tokens.slice(0, night), night: tokens.slice(night) }
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
  const expected = Object.fromEntries(Object.entries(names).map(([key, name]) => [key, readToken(theme, name)]))
  expect(palette).toEqual(expected)
  expect(rings).toEqual([1, 2, 3, 4].map((ring) => readToken(theme, `map-ring-${ring}`)))
})

function readToken(theme: MapTheme, name: string): string | undefined {
  return new RegExp(`--${name}:\\s*([^;]+);`).exec(blocks[theme])?.[1]?.trim()
}
