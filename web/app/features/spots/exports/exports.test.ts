import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { readFile } from '#app/features/imports/reading/read-files.ts'
import { findCategory } from '#app/features/imports/source-categories.ts'
import { downloadResponse, streamSpots, writeDisposition } from './export-response.ts'
import type { ExportedSpot, ExportHead } from './exported-spot.ts'
import { csvWriter } from './format-csv.ts'
import { geoJsonWriter } from './format-geojson.ts'
import { gpxWriter } from './format-gpx.ts'
import { kmlWriter } from './format-kml.ts'
import { writeSpots } from './spot-writer.ts'

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

const formatGpx = (spots: ExportedSpot[], to: ExportHead) => writeSpots(gpxWriter, spots, to)
const formatKml = (spots: ExportedSpot[], to: ExportHead) => writeSpots(kmlWriter, spots, to)
const formatGeoJson = (spots: ExportedSpot[], to: ExportHead) => writeSpots(geoJsonWriter, spots, to)

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
    published_at: '2025-03-02T12:00:00+00:00',
    confirmed_at: null,
    author: { username: 'mara', name: 'Mara' },
    city: { name: 'Turin' },
    photos: [],
    origin: null,
    source: null,
    file: null,
    note: '',
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

test('GPX writes a waypoint in the order of the schema, with its origin and licence', () => {
  expect(formatGpx([spot()], head)).toContain(
    '<wpt lat="45.0678" lon="7.6969"><time>2026-10-14T10:00:00.000Z</time><name>Fetta di Polenta</name>' +
      '<desc>A **thin** house.</desc><src>mara, Turin &amp; “more”, CC BY-SA 4.0, https://here.example/spot/abcdefgh2345</src>' +
      '<link href="https://here.example/spot/abcdefgh2345"/><type>Building</type>' +
      '<extensions><spot:category>building</spot:category><spot:tags>narrow</spot:tags>' +
      '<spot:address>Corso San Maurizio</spot:address></extensions></wpt>',
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
    properties: { precision: 'area', page: 'https://here.example/spot/abcdefgh2345' },
  })
})

test('CSV prevents formulas in spreadsheets, and leaves numbers unchanged', () => {
  const titles = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', 'a,b "c"\nd']
  const text = writeSpots(
    csvWriter,
    titles.map((title) => spot({ title, lat: -45.5 })),
    head,
  )
  const { data } = Papa.parse<Record<string, string>>(text.replace(/^\ufeff/, ''), {
    header: true,
    skipEmptyLines: true,
  })
  expect(data.map(({ title }) => title)).toEqual([...titles.slice(0, 6).map((title) => `'${title}`), titles[6]])
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
  const response = downloadResponse(streamSpots(onePage([spot()]), head, 'gpx'), 'Turin', 'gpx')
  expect(response.headers.get('content-type')).toContain('application/gpx+xml')
  expect(response.headers.get('cache-control')).toContain('private')
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'")
  expect(await response.text()).toBe(formatGpx([spot()], head))
})

test('reads a page of spots only when the client requests more data', async () => {
  let reads = 0
  async function* pages() {
    for (; reads < 100; reads += 1) yield [spot()]
  }
  const reader = streamSpots(pages(), head, 'geojson').getReader()
  await reader.read()
  await reader.read()
  expect(reads).toBeLessThan(3)
  await reader.cancel()
  expect(reads).toBeLessThan(3)
})

async function* onePage(spots: ExportedSpot[]) {
  yield spots
}

const formats = ['gpx', 'kml', 'geojson', 'csv'] as const

test.each(formats)('restores places from our own %s through the import', async (format) => {
  const spots = [
    spot({ website: 'https://example.org/polenta' }),
    spot({
      title: '=Caffè "Al Bicerin" & Co',
      category: 'cafe',
      tags: ['old', 'coffee'],
      description: 'One < two.\nTwo.',
    }),
    spot({ title: '-5°', category: 'summit', tags: [], address: null, lat: -45.5, lng: -7.25 }),
  ]
  const file = new Uint8Array(await new Response(streamSpots(onePage(spots), head, format)).arrayBuffer())
  const { readings, problems } = readFile(`turin.${format}`, file)
  expect(problems).toEqual([])
  const places = readings.flatMap((reading) => reading.places)
  expect(places.map((place) => findCategory(place.sourceCategory))).toEqual(spots.map(({ category }) => category))
  expect(places).toMatchObject(
    spots.map(({ title, lng, lat, address, website, tags, description }) => ({
      title,
      point: { lng, lat },
      tags,
      address: address ?? '',
      website: website ?? '',
      description,
    })),
  )
})

test.each([
  ['gpx', '<desc>Closed\nA **thin** house.</desc>'],
  ['kml', '<description>Closed&lt;br&gt;A **thin** house.</description>'],
] as const)('marks closed spots in %s, and the import removes the mark', async (format, mark) => {
  const spots = [
    spot({ status: 'closed' }),
    spot({ id: 'secondspot22', status: 'closed', description: '' }),
    spot({ id: 'tiny22222222' }),
  ]
  const file = new Uint8Array(await new Response(streamSpots(onePage(spots), head, format)).arrayBuffer())
  const written = new TextDecoder().decode(file)
  expect(written).toContain(mark)
  validate(written, format)
  const { readings } = readFile(`turin.${format}`, file)
  expect(readings.flatMap(({ places }) => places.map(({ description }) => description))).toEqual([
    ...['A **thin** house.', '', 'A **thin** house.'],
  ])
})

test.each(formats)('keeps that a spot is closed or only an area in %s, through the import too', async (format) => {
  const spots = [spot({ status: 'closed', access: 'fee' }), spot({ precision: 'area' }), spot()]
  const file = new Uint8Array(await new Response(streamSpots(onePage(spots), head, format)).arrayBuffer())
  const { readings } = readFile(`turin.${format}`, file)
  const found = readings.flatMap(({ places }) => places.map(({ details }) => details))
  expect(found.map((details) => details?.status)).toEqual(['closed', undefined, undefined])
  expect(found.map((details) => details?.precision)).toEqual([undefined, 'area', undefined])
})

test('leaves the status of files of other programs alone', () => {
  const file = new TextEncoder().encode('name,type,status,latitude,longitude\nCamp,campground,closed,46.1,11.2\n')
  const { readings } = readFile('camps.csv', file)
  expect(readings[0]?.places).toMatchObject([{ title: 'Camp' }])
  expect(readings[0]?.places[0]).not.toHaveProperty('details')
})

const SOURCE = {
  ...{ name: 'OpenStreetMap', author: 'OpenStreetMap contributors', url: 'https://www.openstreetmap.org/node/42' },
  ...{ license_name: 'ODbL 1.0', license_url: 'https://opendatacommons.org/licenses/odbl/1-0/' },
}

test.each(formats)('keeps author, source and licence in %s, through the import too', async (format) => {
  const bundled = {
    ...{
      url: 'https://other.example/spot/1',
      author: 'ines',
      license_name: 'CC BY 4.0',
      license_url: 'https://x.example',
    },
    site: { origin_name: 'Other place' },
  }
  const spots = [spot(), spot({ source: SOURCE, file: { name: 'map.osm' } }), spot({ origin: bundled })]
  const file = new Uint8Array(await new Response(streamSpots(onePage(spots), head, format)).arrayBuffer())
  const written = new TextDecoder().decode(file)
  for (const text of ['CC BY-SA 4.0', 'ODbL 1.0', 'CC BY 4.0', 'ines', 'OpenStreetMap contributors', 'map.osm'])
    expect(written).toContain(text)
  const { readings } = readFile(`turin.${format}`, file)
  expect(readings.flatMap(({ places }) => places.map(({ attribution }) => attribution))).toEqual([
    {
      ...{ name: 'Turin & “more”', author: 'mara', url: 'https://here.example/spot/abcdefgh2345' },
      ...{ license_name: 'CC BY-SA 4.0', license_url: 'https://creativecommons.org/licenses/by-sa/4.0/' },
    },
    SOURCE,
    {
      ...{ name: 'Other place', author: 'ines', url: 'https://other.example/spot/1' },
      ...{ license_name: 'CC BY 4.0', license_url: 'https://creativecommons.org/licenses/by/4.0/' },
    },
  ])
})

function validate(xml: string, schema: 'gpx' | 'kml'): void {
  const document = XmlDocument.fromString(xml)
  const text = readFileSync(join(import.meta.dirname, 'schemas', `${schema}.xsd`), 'utf8')
  const schemaDocument = XmlDocument.fromString(text)
  const validator = XsdValidator.fromDoc(schemaDocument)
  try {
    validator.validate(document)
  } finally {
    for (const used of [validator, schemaDocument, document]) used.dispose()
  }
}

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
  validate(formatGpx(spots, head), 'gpx')
  validate(formatKml(spots, head), 'kml')
  validate(formatGpx([], head), 'gpx')
  validate(formatKml([], head), 'kml')
})

test('validates GPX and KML against schemas that reject elements out of order', () => {
  const [gpx, kml] = [formatGpx([spot()], head), formatKml([spot()], head)]
  expect(() => validate(gpx.replace(/(<name>Fetta[^<]*<\/name>)(<desc>[^<]*<\/desc>)/, '$2$1'), 'gpx')).toThrow()
  expect(() => validate(gpx.replace('lon="7.6969"', 'lon="7.6969°"'), 'gpx')).toThrow()
  expect(() => validate(kml.replace('<ExtendedData>', '<address>x</address><ExtendedData>'), 'kml')).toThrow()
  expect(() => validate(formatKml([spot(), spot()], head), 'kml')).toThrow()
})
