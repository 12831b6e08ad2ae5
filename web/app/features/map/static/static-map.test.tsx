import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StaticMap } from './static-map.tsx'

const view = { center: { lng: 179.99, lat: -17 }, zoom: 10, width: 600, height: 400 }
const staticMap = { view, urls: { day: '', night: '' }, labels: [], hasStreets: false }

test('draws a route and isolines across the antimeridian inside the map', () => {
  const [from, to] = [
    { lng: 179.98, lat: -17 },
    { lng: -179.98, lat: -17 },
  ]
  const html = renderToStaticMarkup(
    <StaticMap staticMap={staticMap} label="Taveuni" route={[from, to]} places={[{ ...to, count: 3 }]} />,
  )
  const [, points = ''] = /class="static-map-route" points="([^"]+)"/.exec(html) ?? []
  const xs = points.split(' ').map(Number)
  expect(xs).toHaveLength(4)
  for (const x of xs) expect(x >= 0 && x <= view.width, points).toBe(true)
  expect(html).toContain('class="isoline-line')
})
