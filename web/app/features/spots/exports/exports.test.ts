import { expect, test } from 'vitest'
import { exportResponse } from './export-response.ts'
import type { ExportedSpot } from './exported-spot.ts'
import { formatGeoJson } from './format-geojson.ts'
import { formatGpx } from './format-gpx.ts'
import { formatKml } from './format-kml.ts'

const HOSTILE = [
  '</name><script>alert(1)</script>',
  ']]><x>',
  '&lt;&amp;"\'',
  '\u0000\u0008\u001b bell \uffff',
  '\ud800 lonely',
  '"><img src=x onerror=alert(1)>',
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
  'شارع المتنبي \u202e',
]
const head = { title: 'A & B', siteName: 'Turin & “more”', siteUrl: 'https://here.example' }

function spot(overrides: Partial<ExportedSpot> = {}): ExportedSpot {
  return {
    id: 'abcdefgh2345',
    title: 'Fetta di Polenta',
    category: 'building',
    tags: ['narrow'],
    description: 'A **thin** house.',
    lng: 7.6969,
    lat: 45.0678,
    precision: 'exact',
    country_code: 'IT',
    address: 'Corso San Maurizio',
    website: null,
    access: 'free',
    status: 'published',
    rating_average: 4.7,
    review_count: 38,
    created_at: '2025-03-02T10:00:00+00:00',
    updated_at: '2026-10-14T10:00:00+00:00',
    confirmed_at: null,
    ...overrides,
  }
}

/**
 * Returns the element names of an XML text, or the position of a syntax error. Enough to see that no member's text
 * became markup.
 */
function listElements(xml: string): string[] {
  const names: string[] = []
  const open: string[] = []
  const rest = xml
    .replace(/^<\?xml [^?]*\?>/, '')
    .replace(/<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)(\/?)>/g, (_, end, name, __, self) => {
      if (end) expect(open.pop()).toBe(name)
      else {
        names.push(name)
        if (!self) open.push(name)
      }
      return ''
    })
  expect(open).toEqual([])
  expect(rest).not.toMatch(/[<>]/)
  expect(rest).not.toMatch(/&(?!(?:amp|lt|gt|quot|apos);)/)
  return names
}

test('GPX writes the time of a waypoint before its name, as the schema requires', () => {
  expect(formatGpx([spot()], head)).toContain(
    '<wpt lat="45.0678" lon="7.6969"><time>2026-10-14T10:00:00.000Z</time><name>Fetta di Polenta</name>' +
      '<desc>A **thin** house.</desc><link href="https://here.example/spot/abcdefgh2345"/><type>Building</type></wpt>',
  )
})

test('GPX names the site that wrote it', () => {
  expect(formatGpx([], head)).toContain('<gpx version="1.1" creator="Turin &amp; “more”"')
})

test('KML writes longitude first', () => {
  expect(formatKml([spot()], head)).toContain('<coordinates>7.6969,45.0678</coordinates>')
})

test.each(HOSTILE)('adds no element to XML for %j in title, address and description', (text) => {
  const plain = spot()
  const hostile = spot({ title: `x${text}`, description: `x${text}`, address: `x${text}` })
  for (const format of [formatGpx, formatKml]) {
    const xml = format([hostile], head)
    expect(listElements(xml)).toEqual(listElements(format([plain], head)))
    const codes = [...xml].map((character) => character.charCodeAt(0))
    expect(codes.filter((code) => (code < 32 && code !== 10) || code > 65_533)).toEqual([])
    expect(xml.isWellFormed()).toBe(true)
  }
})

test.each(HOSTILE)('restores %j from GeoJSON and escapes it against HTML', (title) => {
  const text = formatGeoJson([spot({ title })], head)
  expect(text).not.toContain('<')
  expect(JSON.parse(text).features[0].properties.title).toBe(title)
})

test('GeoJSON contains the point, the page and the precision of the point', () => {
  const [feature] = JSON.parse(formatGeoJson([spot({ precision: 'area' })], head)).features
  expect(feature).toMatchObject({
    id: 'abcdefgh2345',
    geometry: { type: 'Point', coordinates: [7.6969, 45.0678] },
    properties: { precision: 'area', url: 'https://here.example/spot/abcdefgh2345' },
  })
})

test('responds with a download that cannot run scripts or be stored in shared caches', async () => {
  const response = exportResponse([spot()], { ...head, format: 'gpx', fileName: 'a"b\r\nset-cookie: x' })
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="a-b-set-cookie-x.gpx"')
  expect(response.headers.get('content-type')).toContain('application/gpx+xml')
  expect(response.headers.get('cache-control')).toContain('private')
  expect(await response.text()).toContain('</gpx>')
})
