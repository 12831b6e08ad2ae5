import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Suggestion } from './suggestion.ts'
import { groupSuggestions } from './suggestion-option.tsx'

const FLORENCE = { slug: 'florence', name: 'Florence', lng: 11.25, lat: 43.77, population: 350_000 }
const TUSCANY = { name: 'Tuscany', country: 'Italy', lng: 10.96, lat: 43.41, zoom: 7.54 }

const optionOf = (suggestion: Suggestion) => groupSuggestions([suggestion])[0]?.options[0]

const titleOf = (matched: string | null) =>
  optionOf({ type: 'city', ...FLORENCE, region: 'Tuscany', country: 'Italy', matched })?.title

test('shows the name that matched before the name of the city', () => {
  expect(titleOf(null)).toBe('Florence')
  expect(titleOf('Firenze')).toBe('Firenze, Florence')
})

test('isolates a name that reads from right to left', () => {
  expect(titleOf('פירנצה')).toBe('\u200e\u2068פירנצה\u2069, Florence')
  expect(titleOf('فلورنسا')).toBe('\u200e\u2068فلورنسا\u2069, Florence')
})

test('puts the mark of a closed spot before its place, and marks no other spot', () => {
  const spot = { type: 'spot', id: 'abc', slug: 'mill', title: 'Mill', category: 'ruin', lng: 8, lat: 46 } as const
  const contextOf = (status: 'published' | 'closed') =>
    renderToStaticMarkup(optionOf({ ...spot, status, city: 'Turin', country: 'Italy' })?.context)
  expect(contextOf('published')).toBe('Turin, Italy')
  expect(contextOf('closed')).toBe('<b class="closed-mark">Closed</b> Turin, Italy')
})

test('links a region to the map that shows it', () => {
  const option = optionOf({ type: 'region', ...TUSCANY, matched: null })
  expect(option).toMatchObject({ title: 'Tuscany', context: 'Italy', to: '/explore?lat=43.41&lng=10.96&z=7.54' })
})

test('links a category in a region to its spots there', () => {
  const option = optionOf({
    type: 'category',
    category: 'castle',
    access: 'free',
    near: false,
    city: null,
    region: TUSCANY,
  })
  expect(option?.context).toBe('free entry, in Tuscany')
  const parameters = new URLSearchParams(option?.to.split('?')[1])
  expect(Object.fromEntries(parameters)).toMatchObject({ lat: '43.41', lng: '10.96', z: '7.54', access: 'free' })
})
