import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { downloadResponse, streamSpots, writeDisposition } from './export-response.ts'
import type { ExportedSpot, ExportHead } from './exported-spot.ts'
import { csvWriter } from './format-csv.ts'
import { geoJsonWriter } from './format-geojson.ts'
import { gpxWriter } from './format-gpx.ts'
import { kmlWriter } from './format-kml.ts'
import { writeSpots } from './spot-writer.ts'
import { HEAD, onePage, SOURCE, createExportedSpot as spot, validateXml } from './test/exported-spots.ts'

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
const formatGpx = (spots: ExportedSpot[], to: ExportHead) => writeSpots(gpxWriter, spots, to)
const formatKml = (spots: ExportedSpot[], to: ExportHead) => writeSpots(kmlWriter, spots, to)
const formatGeoJson = (spots: ExportedSpot[], to: ExportHead) => writeSpots(geoJsonWriter, spots, to)

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

test('GPX writes a waypoint in the order of the schema, with its origin and licence', () => {
  expect(formatGpx([spot()], HEAD)).toContain(
    '<wpt lat="45.0678" lon="7.6969"><time>2026-10-14T10:00:00.000Z</time><name>Fetta di Polenta</name>' +
      '<desc>A **thin** house.</desc><src>mara, Turin &amp; “more”, CC BY-SA 4.0, https://here.example/spot/abcdefgh2345</src>' +
      '<link href="https://here.example/spot/abcdefgh2345"/><type>Building</type>' +
      '<extensions><spot:category>building</spot:category><spot:tags>narrow</spot:tags>' +
      '<spot:address>Corso San Maurizio</spot:address></extensions></wpt>',
  )
})

test('GPX names the site that wrote it', () => {
  expect(formatGpx([], HEAD)).toContain('<gpx version="1.1" creator="Turin &amp; “more”"')
})

test('writes the longitude first in KML', () => {
  expect(formatKml([spot()], HEAD)).toContain('<coordinates>7.6969,45.0678</coordinates>')
})

test.each(HOSTILE)('adds no element to XML for %j in title, address and description', (text) => {
  const plain = spot()
  const hostile = spot({ title: `x${text}`, description: `x${text}`, address: `x${text}` })
  for (const format of [formatGpx, formatKml]) {
    const xml = format([hostile], HEAD)
    expect(listElements(xml)).toEqual(listElements(format([plain], HEAD)))
    const codes = [...xml].map((character) => character.charCodeAt(0))
    expect(codes.filter((code) => (code < 32 && code !== 10) || code > 65_533)).toEqual([])
    expect(xml.isWellFormed()).toBe(true)
  }
})

test.each(HOSTILE)('restores %j from GeoJSON and escapes it against HTML', (title) => {
  const text = formatGeoJson([spot({ title })], HEAD)
  expect(text).not.toContain('<')
  expect(JSON.parse(text).features[0].properties.title).toBe(title)
})

test('GeoJSON contains the point, the page and the precision of the point', () => {
  const [feature] = JSON.parse(formatGeoJson([spot({ precision: 'area' })], HEAD)).features
  expect(feature).toMatchObject({
    id: 'abcdefgh2345',
    geometry: { type: 'Point', coordinates: [7.6969, 45.0678] },
    properties: { precision: 'area', page: 'https://here.example/spot/abcdefgh2345' },
  })
})

test('prevents formulas of CSV in spreadsheets, and leaves numbers unchanged', () => {
  const titles = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=1+1\nfoo', 'a,b "c"\nd']
  const text = writeSpots(
    csvWriter,
    titles.map((title) => spot({ title, lat: -45.5 })),
    HEAD,
  )
  const { data } = Papa.parse<Record<string, string>>(text.replace(/^\ufeff/, ''), {
    header: true,
    skipEmptyLines: true,
  })
  expect(data.map(({ title }) => title)).toEqual([...titles.slice(0, 7).map((title) => `'${title}`), titles[7]])
  expect(data[0]).toMatchObject({ latitude: '-45.5', author: 'mara', license: 'CC BY-SA 4.0', city: 'Turin' })
})

test('names a download in any script, and in ASCII for older clients', () => {
  expect(writeDisposition('Łódź: café/bar – Hereabouts.gpx')).toBe(
    `attachment; filename="odz- cafe-bar - Hereabouts.gpx"; filename*=UTF-8''%C5%81%C3%B3d%C5%BA-%20caf%C3%A9-bar%20%E2%80%93%20Hereabouts.gpx`,
  )
  expect(writeDisposition('a"b\r\nset-cookie: x\ud800.csv')).toBe(
    `attachment; filename="a-b-set-cookie- x.csv"; filename*=UTF-8''a-b-set-cookie-%20x.csv`,
  )
})

test('responds with a download that cannot run scripts or be stored in shared caches', async () => {
  const response = downloadResponse(streamSpots(onePage([spot()]), HEAD, 'gpx'), 'Turin', 'gpx')
  expect(response.headers.get('content-type')).toContain('application/gpx+xml')
  expect(response.headers.get('cache-control')).toContain('private')
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'")
  expect(await response.text()).toBe(formatGpx([spot()], HEAD))
})

test('reads a page of spots only when the client requests more data', async () => {
  let reads = 0
  async function* pages() {
    for (; reads < 100; reads += 1) yield [spot()]
  }
  const reader = streamSpots(pages(), HEAD, 'geojson').getReader()
  await reader.read()
  await reader.read()
  expect(reads).toBeLessThan(3)
  await reader.cancel()
  expect(reads).toBeLessThan(3)
})

test('writes valid GPX and KML for any text and for positions at the edges of the map', () => {
  const full = { source: SOURCE, file: { name: 'map.osm' }, note: 'At dawn', website: 'https://example.org/?a=1&b=2' }
  const spots = [
    spot(full),
    spot({ id: 'secondspot22', author: null, address: null, tags: [], description: '', precision: 'area' }),
    spot({ id: 'easternmost2', lng: 180, lat: 90 }),
    spot({ id: 'tiny22222222', lng: 1e-7, lat: -1e-7 }),
    ...HOSTILE.map((text, index) =>
      spot({ id: `hostile${index}`, title: text, description: text, address: text, note: text }),
    ),
  ]
  validateXml(formatGpx(spots, HEAD), 'gpx')
  validateXml(formatKml(spots, HEAD), 'kml')
  validateXml(formatGpx([], HEAD), 'gpx')
  validateXml(formatKml([], HEAD), 'kml')
})

test('validates GPX and KML against schemas that reject elements out of order', () => {
  const [gpx, kml] = [formatGpx([spot()], HEAD), formatKml([spot()], HEAD)]
  expect(() => validateXml(gpx.replace(/(<name>Fetta[^<]*<\/name>)(<desc>[^<]*<\/desc>)/, '$2$1'), 'gpx')).toThrow()
  expect(() => validateXml(gpx.replace('lon="7.6969"', 'lon="7.6969°"'), 'gpx')).toThrow()
  expect(() => validateXml(kml.replace('<ExtendedData>', '<address>x</address><ExtendedData>'), 'kml')).toThrow()
  expect(() => validateXml(formatKml([spot(), spot()], HEAD), 'kml')).toThrow()
})
