import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readTestFile } from './read-test-file.ts'

const kml = (...names: string[]) =>
  strToU8(
    `<kml><Document>${names.map((name) => `<Placemark><name>${name}</name><Point><coordinates>7.6933,45.069</coordinates></Point></Placemark>`).join('')}</Document></kml>`,
  )
const LINK = strToU8('<kml><Document><NetworkLink><Url><href>files/A.kml</href></Url></NetworkLink></Document></kml>')
const titlesOf = (name: string, content: string | Uint8Array) => {
  const { places, problems } = readTestFile(name, content)
  expect(problems).toEqual([])
  return places.map(({ title }) => title)
}

test('reads every list of a KMZ of Organic Maps, with and without a document that links to them', () => {
  const lists = { 'files/A.kml': kml('Mole'), 'files/B.kml': kml('Gino', 'Bar') }
  expect(titlesOf('all.kmz', zipSync(lists))).toEqual(['Mole', 'Gino', 'Bar'])
  expect(titlesOf('all.kmz', zipSync({ 'doc.kml': LINK, ...lists }))).toEqual(['Mole', 'Gino', 'Bar'])
})

test('reads only the main document of a KMZ if it contains the places itself', () => {
  expect(titlesOf('map.kmz', zipSync({ 'doc.kml': kml('Mole'), 'files/part.kml': kml('Part') }))).toEqual(['Mole'])
})

test.each([
  ['a UTM column', 'name,UTM\nMole,32T 397047 4991421\n'],
  ['columns of UTM', 'name;zone;easting;northing\nMole;32T;397047;4991421\n'],
  ['columns of UTM with a prefix', 'name,utm_zone,utm_e,utm_n\nMole,32 T,397047,4991421\n'],
])('reads a table with %s', (_form, text) => {
  const { places, notes } = readTestFile('places.csv', text)
  expect(notes).toEqual([])
  expect(places).toHaveLength(1)
  expect(places[0]?.point?.lat).toBeCloseTo(45.069, 2)
  expect(places[0]?.point?.lng).toBeCloseTo(7.693, 2)
})

test.each([['easting and northing without a zone', 'name,easting,northing\nMole,397047,4991421\n']])(
  'asks for degrees if a table has %s',
  (_form, text) => {
    expect(readTestFile('places.csv', text).notes).toContainEqual(expect.stringContaining('Export it again in degrees'))
  },
)

test('reads a MultiPoint of one point as a place, and leaves out one of several points', () => {
  const feature = (...coordinates: number[][]) =>
    JSON.stringify({ type: 'Feature', properties: { name: 'Mole' }, geometry: { type: 'MultiPoint', coordinates } })
  expect(titlesOf('qgis.geojson', feature([7.6933, 45.069]))).toEqual(['Mole'])
  expect(readTestFile('qgis.geojson', feature([7, 45], [8, 46]))).toMatchObject({ places: [], other: 1 })
})

test.each([
  ['coords', { title: 'Mole', coords: { latitude: 45.069, longitude: 7.6933 } }],
  ['latlng', { title: 'Mole', latlng: { lat: 45.069, lng: 7.6933 } }],
])('keeps the name beside nested %s', (_key, record) => {
  expect(titlesOf('places.json', JSON.stringify({ data: { items: [record] } }))).toEqual(['Mole'])
})

test('reads the venue in a table of check-ins as the name of a place', () => {
  expect(titlesOf('swarm.csv', 'date,venue,lat,lng\n2024-01-01,Mole,45.069,7.6933\n')).toEqual(['Mole'])
})
