import { expect, test } from 'vitest'
import { coverResponse, findCoverFile } from './cover-response.ts'
import { coverUrl } from './cover-url.ts'

const spot = { id: 'a b/c', category: 'castle', lng: 8.7, lat: 49.4, title: 'Schloss' } as const

test('serves the requested cover as immutable', async () => {
  const response = coverResponse(spot, { format: 'card', theme: 'night' })
  expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  expect(response.headers.get('cache-control')).toContain('immutable')
  expect(await response.text()).toMatch(/^<svg .*<\/svg>$/)
})

test('accepts only known formats and themes', () => {
  expect(findCoverFile('card', 'night.svg')).toEqual({ format: 'card', theme: 'night' })
  for (const [format, file] of [
    ['toString', 'day.svg'],
    ['card', 'dusk.svg'],
    ['card', 'day.svg.exe'],
    ['', ''],
  ] as const) {
    expect(findCoverFile(format, file)).toBeNull()
  }
})

test('changes the URL with the title, the position and the category', () => {
  const urls = [spot, { ...spot, title: 'Burg' }, { ...spot, lat: 49.5 }, { ...spot, category: 'ruin' as const }].map(
    (one) => coverUrl(one, 'card', 'day'),
  )
  expect(new Set(urls).size).toBe(4)
  expect(urls[0]).toMatch(/^\/cover\/a%20b%2Fc\/card\/day\.svg\?v=[0-9a-z]+$/)
})
