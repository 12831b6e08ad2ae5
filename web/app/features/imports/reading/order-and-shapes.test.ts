import { expect, test } from 'vitest'
import { readTestFile as read } from './read-test-file.ts'

const MOLE = { title: 'Mole', point: { lat: 45.069, lng: 7.6933 } }
const waypoints = (...points: [number, number][]) =>
  `<gpx>${points.map(([lat, lng]) => `<wpt lat="${lat}" lon="${lng}"><name>A</name></wpt>`).join('')}</gpx>`

test('corrects swapped coordinates in GPX and KML, and reports it', () => {
  const gpx = read('x.gpx', waypoints([139.69, 35.68], [135.7, 35], [141.3, 43]))
  expect(gpx.places).toMatchObject([{ point: { lat: 35.68, lng: 139.69 } }, {}, {}])
  expect(gpx.notes).toEqual([expect.stringContaining('swapped')])
  const kml =
    '<kml><Placemark><name>Tokyo</name><Point><coordinates>35.68,139.69</coordinates></Point></Placemark></kml>'
  expect(read('x.kml', kml).places).toMatchObject([{ point: { lat: 35.68, lng: 139.69 } }])
})

test('does not swap other places because of one wrong number', () => {
  const { places, unreadable } = read('x.gpx', waypoints([45, 7], [95, 7]))
  expect(places).toMatchObject([{ point: { lat: 45, lng: 7 } }])
  expect(unreadable).toHaveLength(1)
})

test('warns if all places are far from any town, but would not be with swapped coordinates', () => {
  const warned = read('x.gpx', waypoints([-77.03, 38.9], [-77.01, 38.8], [-77, 38.7]))
  expect(warned.places).toHaveLength(3)
  expect(warned.notes).toEqual([expect.stringContaining('far from any town')])
  expect(read('x.gpx', waypoints([38.9, -77.03], [38.8, -77.01], [38.7, -77])).notes).toEqual([])
})

const SQUARE = [
  [45, 7],
  [45.2, 7],
  [45.2, 7.2],
  [45, 7.2],
]
const PARK = { title: 'Park', point: { lat: 45.1, lng: 7.1 }, sourceCategory: 'park' }
test('reads named areas of OpenStreetMap at their centre, and neither their corners nor streets', () => {
  const xml = `<osm>${SQUARE.map(([lat, lon], index) => `<node id="${index}" lat="${lat}" lon="${lon}"/>`).join('')}
    <way id="7">${[0, 1, 2, 3, 0].map((ref) => `<nd ref="${ref}"/>`).join('')}<tag k="name" v="Park"/><tag k="leisure" v="park"/></way>
    <way id="8"><nd ref="0"/><nd ref="1"/><tag k="name" v="Street"/><tag k="highway" v="residential"/></way></osm>`
  expect(read('map.osm', xml)).toMatchObject({ places: [PARK], other: 1 })
  const nodes = SQUARE.map(([lat, lon], id) => ({ type: 'node', id, lat, lon }))
  const tags = { name: 'Park', leisure: 'park' }
  const way = { type: 'way', id: 7, nodes: [0, 1, 2, 3, 0], tags }
  const street = { type: 'way', id: 8, nodes: [0, 1], tags: { name: 'Street', highway: 'residential' } }
  expect(read('map.json', JSON.stringify({ elements: [...nodes, way, street] }))).toMatchObject({
    places: [PARK],
    other: 1,
  })
  const ring = [...SQUARE, SQUARE[0]].map((corner) => ({ lat: corner?.[0], lon: corner?.[1] }))
  const withGeometry = { type: 'way', id: 7, geometry: ring, tags }
  expect(read('map.json', JSON.stringify({ elements: [withGeometry] })).places).toMatchObject([PARK])
})

test.each([
  ['Spanish', '{{listado|nombre=Mole|tipo=ver|lat=45.069|long=7.6933|descripción=x}}', ''],
  ['Dutch', '{{eten|naam=Mole|lat=45.069|long=7.6933|beschrijving=x}}', 'restaurant'],
  ['Polish', '{{Zobacz|nazwa=Mole|szerokość=45.069|długość=7.6933|opis=x}}', ''],
  ['Swedish', '{{se|namn=Mole|lat=45.069|long=7.6933|beskrivning=x}}', ''],
  ['Portuguese', '{{veja|nome=Mole|lat=45.069|long=7.6933|descrição=x}}', ''],
  ['Russian', '{{listing |type=eat |name=Mole |lat=45.069 |long=7.6933 |content=x}}', 'restaurant'],
  ['English', '{{listing|type=see|name=Mole|lat=45.069|long=7.6933|content=x}}', ''],
])('reads listings of Wikivoyage in %s', (_language, text, sourceCategory) => {
  expect(read('turin.txt', text).places).toMatchObject([{ ...MOLE, description: 'x', sourceCategory }])
})

test('reads groups of OsmAnd as lists, even without an icon', () => {
  const gpx = (creator: string) =>
    `<gpx creator="${creator}"><wpt lat="45.069" lon="7.6933"><name>Mole</name><type>Food</type></wpt></gpx>`
  expect(read('favorites.gpx', gpx('OsmAnd~ 4.7')).places).toMatchObject([{ list: 'Food' }])
  expect(read('other.gpx', gpx('Wahoo')).places).toMatchObject([{ list: '' }])
})

test('reads address and collection of AdventureLog, and the stops of TRIP', () => {
  const location = { name: 'Mole', location: 'Via Po, Torino', latitude: '45.069', longitude: '7.6933' }
  const backup = {
    collections: [{ export_id: 4, name: 'Piemonte' }],
    locations: [{ ...location, collection_export_ids: [4] }],
  }
  expect(read('backup.json', JSON.stringify(backup)).places).toMatchObject([
    { ...MOLE, address: 'Via Po, Torino', list: 'Piemonte' },
  ])
  const stop = { time: '10:00', text: 'Mole', comment: 'Lift', lat: 45.069, lng: 7.6933 }
  const trip = { places: [], trips: [{ name: 'Italy', days: [{ label: 'One', items: [stop] }] }] }
  expect(read('trip.json', JSON.stringify(trip)).places).toMatchObject([{ ...MOLE, description: 'Lift' }])
})

test('keeps the comment of a waypoint beside its description, unless it repeats it', () => {
  const gpx = (desc: string, cmt: string) =>
    `<gpx><wpt lat="45" lon="7"><name>A</name><cmt>${cmt}</cmt><desc>${desc}</desc></wpt></gpx>`
  expect(read('a.gpx', gpx('Tall', 'Lift')).places).toMatchObject([{ description: 'Tall\nLift' }])
  expect(read('a.gpx', gpx('Tall', 'Tall')).places).toMatchObject([{ description: 'Tall' }])
})

test('keeps the name of a table row whose link is short', () => {
  const { places, unreadable } = read(
    'a.csv',
    'Name,Google Maps Link\nMole,https://maps.app.goo.gl/abc\n,https://maps.app.goo.gl/x\n',
  )
  expect(places).toMatchObject([{ title: 'Mole', point: null }])
  expect(unreadable).toMatchObject([{ reason: expect.stringContaining('short link') }])
})
