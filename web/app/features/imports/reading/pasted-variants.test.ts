import { expect, test } from 'vitest'
import { readTestFile as read } from './read-test-file.ts'

const MOLE = { title: 'Mole', point: { lat: 45.069, lng: 7.6933 } }

test.each([
  ["https://www.google.com/maps/place/45%C2%B004'08.4%22N+7%C2%B041'35.9%22E/@45.069,7.69,17z"],
  ['https://maps.google.com/maps?ll=45.069,7.6933&z=15'],
  ['https://www.google.com/maps/dir//45.069,7.6933'],
  ['https://maps.apple.com/?address=Via%20Montebello&ll=45.069,7.6933&q=Mole&t=m'],
  ['https://maps.apple.com/?q=45.069,7.6933'],
  ['https://maps.apple.com/frame?center=45.069%2C7.6933&span=0.1'],
  ['https://www.openstreetmap.org/?mlat=45.069&mlon=7.6933#map=12/1/1'],
  ['https://www.openstreetmap.org/query?lat=45.069&lon=7.6933'],
  ['https://www.openstreetmap.org/node/123#map=19/45.069/7.6933'],
  ['https://www.bing.com/maps?sp=point.45.069_7.6933_Mole&lvl=16'],
  ['https://bing.com/maps/default.aspx?cp=45.069~7.6933'],
  ['https://waze.com/ul?ll=45.069,7.6933'],
  ['https://www.waze.com/live-map/directions?to=ll.45.069%2C7.6933'],
  ['https://ul.waze.com/ul?venue_id=1&ll=45.069%2C7.6933'],
  ['https://wego.here.com/?map=45.069,7.6933,15,normal'],
  ['https://share.here.com/l/45.069,7.6933,Mole?z=16'],
  ['geo:45.069,7.6933;u=35'],
  ['geo:45.069,7.6933?q=45.069,7.6933(Mole)'],
  ['https://mapy.cz/zakladni?x=7.6933&y=45.069&z=17'],
  ['https://mapy.com/en/turisticka?source=coor&id=7.6933%2C45.069&x=7.6933&y=45.069&z=17'],
  ['https://www.komoot.com/plan/@45.069,7.6933,12z'],
  ['https://yandex.ru/maps/?pt=7.6933,45.069&z=18'],
  ['https://2gis.ru/geo/7.6933,45.069'],
  ['https://omaps.app/map?v=1&ll=45.069,7.6933&n=Mole'],
  ['om://map?v=1&ll=45.069,7.6933&n=Mole'],
  ['https://osmand.net/map/?pin=45.069,7.6933#15/45/7'],
  ['https://brouter.de/brouter-web/#map=14/45.069/7.6933/standard'],
  ['https://opentopomap.org/#map=14/45.069/7.6933'],
  ['https://map.geo.admin.ch/?center=x&lat=45.069&lon=7.6933'],
  ['https://maps.google.co.uk/?q=45.069,+7.6933'],
  ['8FQ93M9V+J8'],
  ['Mole: 8FQ93M9V+J8'],
  ['45.069N 7.6933E'],
  ['45.069;7.6933'],
  ['N45°04.140 E007°41.598'],
  ['45.069/7.6933'],
  ['(7.6933 E, 45.069 N)'],
  ['lat: 45.069, lon: 7.6933'],
  ['{"lat": 45.069, "lng": 7.6933}'],
  ['32T LQ 97 91'],
])('reads the position in %s', (link) => {
  const r = read('pasted.txt', link)
  const p = r.places[0]?.point
  expect(p, JSON.stringify(r)).toBeTruthy()
  expect(p?.lat).toBeCloseTo(45.069, 1)
  expect(p?.lng).toBeCloseTo(7.6933, 1)
})
test('keeps the name beside a three-word address', () => {
  const r = read(
    'pasted.txt',
    '///filled.count.soap\nhttps://w3w.co/filled.count.soap\nMole ///filled.count.soap\n45.069, 7.6933 Mole',
  )
  expect(r.places).toMatchObject([{ title: 'Mole', point: null }, MOLE])
  expect(r.unreadable[0]?.reason).toContain('Three-word')
})

test('keeps every line of a list of names', () => {
  expect(read('pasted.txt', 'Mole\nGino\nBar Uno\nCaffè\n').places.map(({ title }) => title)).toEqual([
    ...['Mole', 'Gino', 'Bar Uno', 'Caffè'],
  ])
  expect(read('pasted.txt', 'Mole\nGino\n45.069, 7.6933\n').places).toMatchObject([
    { title: 'Mole', point: null },
    { title: 'Gino', point: MOLE.point },
  ])
})

test('reads a place that an app shared as name, address and link', () => {
  const text =
    'Mole\nVia Montebello 20\n10124 Turin\nhttps://maps.apple.com/?ll=45.069,7.6933&q=Mole\n\nGino\n45.1, 7.7\n'
  expect(read('pasted.txt', text).places).toMatchObject([
    { ...MOLE, address: 'Via Montebello 20, 10124 Turin' },
    { title: 'Gino', point: { lat: 45.1, lng: 7.7 } },
  ])
})
test('reads lines that end as on old Macs', () => {
  const { places } = read('pasted.txt', 'Mole\r45.069, 7.6933\rGran Madre 45.0628, 7.6989\r')
  expect(places).toMatchObject([MOLE, { title: 'Gran Madre', point: { lat: 45.0628, lng: 7.6989 } }])
})

test('reads name, address and short link as one place', () => {
  const r = read(
    'pasted.txt',
    'Mole\nVia Montebello 20, Torino\nhttps://maps.app.goo.gl/abc\nGino\nhttps://maps.app.goo.gl/def',
  )
  expect(r.places).toMatchObject([
    { title: 'Mole', point: null, address: 'Via Montebello 20, Torino' },
    { title: 'Gino', point: null, address: '' },
  ])
})

test('reads a name beside coordinates as geocachers write them', () => {
  for (const line of ['Mole: N 45° 04.140 E 007° 41.598', 'N45° 04,140 E007° 41,598 Mole'])
    expect(read('pasted.txt', line).places).toMatchObject([MOLE])
})
