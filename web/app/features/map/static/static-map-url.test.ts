import { expect, test } from 'vitest'
import { parseStaticMapPath, toStaticMapUrl } from './static-map-url.ts'

const view = { center: { lng: -0.1278, lat: 51.5074 }, zoom: 4.05, width: 800, height: 664 }

test('parses the URLs that it writes', () => {
  const url = new URL(toStaticMapUrl(view, 'night'), 'http://localhost')
  expect(parseStaticMapPath(url.pathname.slice('/static-map/'.length))).toEqual({ view, theme: 'night' })
})

test.each([
  '',
  '1,2,3/10x10/dusk.svg',
  '1,2/10x10/day.svg',
  '1,2,3/99999x10/day.svg',
  '1,95,3/10x10/day.svg',
  '1,2,3/0x10/day.svg',
  '../../secrets',
])('rejects the path "%s"', (path) => expect(parseStaticMapPath(path)).toBeUndefined())
