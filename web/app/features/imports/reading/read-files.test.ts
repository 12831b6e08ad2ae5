import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readFile } from './read-files.ts'
import type { ReadPlace } from './read-place.ts'

function readText(name: string, text: string) {
  return readFile(name, new TextEncoder().encode(text))
}

function listPlaces(name: string, text: string): Partial<ReadPlace>[] {
  return readText(name, text).readings.flatMap(({ places }) => places)
}

test('reads a venue of Swarm once, however often it was visited', () => {
  const visit = { type: 'checkin', venue: { name: 'Bar Centrale', location: { lat: 45.07, lng: 7.69 } } }
  const places = listPlaces('checkins.json', JSON.stringify({ items: [visit, visit], count: 2 }))
  expect(places).toMatchObject([{ title: 'Bar Centrale', point: { lat: 45.07, lng: 7.69 } }])
})

test('reads AdventureLog with link, tags and category', () => {
  const adventure = {
    name: 'Superga',
    latitude: '45.0807',
    longitude: '7.7675',
    link: 'https://example.org/superga',
    activity_types: ['hiking'],
    category: { name: 'church' },
  }
  expect(listPlaces('backup.json', JSON.stringify({ adventures: [adventure] }))).toMatchObject([
    { title: 'Superga', website: 'https://example.org/superga', tags: ['hiking'], sourceCategory: 'church' },
  ])
})

test('reads the places of TRIP', () => {
  const text = JSON.stringify({ places: [{ name: 'Harbour', lat: 60.16, lng: 24.95 }], categories: [], trips: [] })
  expect(listPlaces('trip.json', text)).toMatchObject([{ title: 'Harbour', point: { lat: 60.16, lng: 24.95 } }])
})

test('reads the spots of an export of this site', () => {
  const spot = {
    id: 'abc',
    title: 'Spring',
    category: 'spring',
    tags: ['water'],
    lng: 7.1,
    lat: 45.2,
    description: 'Cold.',
  }
  expect(listPlaces('hereabouts.json', JSON.stringify({ exported_at: '2026-11-01', spots: [spot] }))).toMatchObject([
    { title: 'Spring', sourceCategory: 'spring', tags: ['water'], description: 'Cold.' },
  ])
})

test('reads listings of Wikivoyage', () => {
  const text = `==Eat==\n* {{eat | name=[[Trattoria]] | lat=45.1 | long=7.7 | address=Via Po 1 | content=Good {{EUR|12}} menu }}\n`
  expect(listPlaces('turin.txt', text)).toMatchObject([
    {
      ...{ title: 'Trattoria', point: { lat: 45.1, lng: 7.7 }, address: 'Via Po 1', sourceCategory: 'restaurant' },
      attribution: { name: 'Wikivoyage', license_name: 'CC BY-SA 4.0' },
    },
  ])
})

test('reads nodes of OpenStreetMap and leaves out corners of ways', () => {
  const text = `<osm version="0.6"><node id="1" lat="45" lon="7"/><node id="2" lat="45.1" lon="7.1">
    <tag k="amenity" v="cafe"/><tag k="name" v="Caff&#232;"/></node></osm>`
  expect(listPlaces('map.osm', text)).toMatchObject([
    {
      ...{ title: 'Caffè', sourceCategory: 'cafe' },
      attribution: { name: 'OpenStreetMap', url: 'https://www.openstreetmap.org/node/2', license_name: 'ODbL 1.0' },
    },
  ])
})

test('reads the source of elements that Overpass exported as GeoJSON, and of no other text', () => {
  const feature = (properties: object) =>
    JSON.stringify({ type: 'Feature', geometry: { type: 'Point', coordinates: [7, 45] }, properties })
  const [element] = listPlaces('a.geojson', feature({ '@id': 'way/7', name: 'Well' }))
  expect(element?.attribution).toMatchObject({ url: 'https://www.openstreetmap.org/way/7', license_name: 'ODbL 1.0' })
  for (const attribution of ['me', 'Garmin, x, y, https://x.example', 'a, b, CC BY 4.0, javascript:alert(1)', '']) {
    const [place] = listPlaces('a.geojson', feature({ name: 'Well', attribution }))
    expect(place?.attribution).toBeUndefined()
  }
})

test('reads pasted lines with names, links and coordinates', () => {
  const text =
    '45.0678, 7.6970 Fetta di Polenta\nhttps://www.google.com/maps/place/Bar+Uno/@45.1,7.2,17z\nJust a name\n'
  expect(listPlaces('pasted', text)).toMatchObject([
    { title: 'Fetta di Polenta', point: { lat: 45.0678, lng: 7.697 } },
    { title: 'Bar Uno', point: { lat: 45.1, lng: 7.2 } },
    { title: 'Just a name', point: null },
  ])
})

test('never stores replacement characters for a text in another encoding', () => {
  const bytes = Uint8Array.from('name,lat,lon\nCaf\xe9 M\xfcller,45,7\n', (letter) => letter.charCodeAt(0))
  const [reading] = readFile('places.csv', bytes).readings
  expect(reading?.places[0]?.title).toBe('Café Müller')
})

test('uses the columns that the member chose', () => {
  const bytes = new TextEncoder().encode('a,b,c\nTower,45,7\n')
  const [reading] = readFile('places.csv', bytes, new Map([['places.csv', { title: 0, lat: 1, lng: 2 }]])).readings
  expect(reading?.places).toMatchObject([{ title: 'Tower', point: { lat: 45, lng: 7 } }])
})

test('uses chosen columns only for the table that they were chosen for', () => {
  const encode = (text: string) => new TextEncoder().encode(text)
  const archive = zipSync({
    'a.csv': encode('first,second,lat,lon\nTower,North,45,7\n'),
    'b.csv': encode('lat,lon,name\n46,8,Bridge\n'),
    'c.txt': encode('47.5, 9.5 Mill\n'),
  })
  const chosen = new Map([['a.csv', { title: 1, lat: 2, lng: 3 }]])
  const places = readFile('places.zip', archive, chosen).readings.flatMap((reading) => reading.places)
  expect(places).toMatchObject([
    { title: 'North', point: { lat: 45, lng: 7 } },
    { title: 'Bridge', point: { lat: 46, lng: 8 } },
    { title: 'Mill', point: { lat: 47.5, lng: 9.5 } },
  ])
})

test('rejects pictures and overlong lines with a message', () => {
  expect(readText('photo.jpg', 'x').problems).toMatchObject([{ reason: expect.stringContaining('These work') }])
  expect(readText('line.csv', 'x'.repeat(2_000_000)).problems).toMatchObject([
    { reason: 'The whole file is one very long line. Please export it again.' },
  ])
})
