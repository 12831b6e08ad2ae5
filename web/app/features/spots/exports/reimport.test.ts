import { expect, test } from 'vitest'
import { readFile } from '#app/features/imports/reading/read-files.ts'
import { findCategory } from '#app/features/imports/source-categories.ts'
import { streamSpots } from './export-response.ts'
import { FORMATS, HEAD, onePage, SOURCE, createExportedSpot as spot, validateXml } from './test/exported-spots.ts'

test.each(FORMATS)('restores places from our own %s through the import', async (format) => {
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
  const file = new Uint8Array(await new Response(streamSpots(onePage(spots), HEAD, format)).arrayBuffer())
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
  const file = new Uint8Array(await new Response(streamSpots(onePage(spots), HEAD, format)).arrayBuffer())
  const written = new TextDecoder().decode(file)
  expect(written).toContain(mark)
  validateXml(written, format)
  const { readings } = readFile(`turin.${format}`, file)
  expect(readings.flatMap(({ places }) => places.map(({ description }) => description))).toEqual([
    ...['A **thin** house.', '', 'A **thin** house.'],
  ])
})

test.each(FORMATS)('keeps the closed and area status of spots in %s, through the import too', async (format) => {
  const spots = [spot({ status: 'closed', access: 'fee' }), spot({ precision: 'area' }), spot()]
  const file = new Uint8Array(await new Response(streamSpots(onePage(spots), HEAD, format)).arrayBuffer())
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

test.each(FORMATS)('keeps author, source and licence in %s, through the import too', async (format) => {
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
  const file = new Uint8Array(await new Response(streamSpots(onePage(spots), HEAD, format)).arrayBuffer())
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
