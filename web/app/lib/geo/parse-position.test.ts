import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDegrees, formatDms } from './coordinates.ts'
import { parsePosition } from './parse-position.ts'
import { decodePlusCode } from './plus-code.ts'

const NEAR_TURIN: [text: string, lat: number, lng: number][] = [
  ['45.05890, 7.70520', 45.0589, 7.7052],
  ['45.0589 7.7052', 45.0589, 7.7052],
  ['  (45.0589, 7.7052)  ', 45.0589, 7.7052],
  ['45,0589 7,7052', 45.0589, 7.7052],
  ['45,0589; 7,7052', 45.0589, 7.7052],
  ['45,0589, 7,7052', 45.0589, 7.7052],
  ['45,0589°, 7,7052°', 45.0589, 7.7052],
  ['45.0589° N 7.7052° E', 45.0589, 7.7052],
  ['45.0589N7.7052E', 45.0589, 7.7052],
  ['N45.0589 E7.7052', 45.0589, 7.7052],
  ['7.7052 E, 45.0589 N', 45.0589, 7.7052],
  ['45.0589 north, 7.7052 east', 45.0589, 7.7052],
  ['lat: 45.0589, lng: 7.7052', 45.0589, 7.7052],
  ['{"lat": 45.0589, "lng": 7.7052}', 45.0589, 7.7052],
  ['lng=7.7052 lat=45.0589', 45.0589, 7.7052],
  ['POINT(7.7052 45.0589)', 45.0589, 7.7052],
  ['SRID=4326;POINT (7.7052 45.0589)', 45.0589, 7.7052],
  ['geo:45.0589,7.7052', 45.0589, 7.7052],
  ['geo:45.0589,7.7052;u=35', 45.0589, 7.7052],
  ['geo:0,0?q=45.0589,7.7052(Villa)', 45.0589, 7.7052],
  ['GEO:45.0589,7.7052?z=15', 45.0589, 7.7052],
  ['https://www.google.com/maps/@45.0589,7.7052,17z', 45.0589, 7.7052],
  ['www.google.com/maps/@45.0589,7.7052,17z', 45.0589, 7.7052],
  ['https://www.google.it/maps/place/Villa/@45.1,7.8,17z/data=!3m1!4b1!8m2!3d45.0589!4d7.7052', 45.0589, 7.7052],
  ['https://www.google.com/maps?q=45.0589,7.7052', 45.0589, 7.7052],
  ['https://maps.google.com/?q=loc:45.0589+7.7052', 45.0589, 7.7052],
  ['https://www.google.com/maps/search/?api=1&query=45.0589%2C7.7052', 45.0589, 7.7052],
  ['https://www.google.com/maps/search/45.0589,+7.7052', 45.0589, 7.7052],
  ['https://www.google.com/maps/dir/?api=1&destination=45.0589,7.7052', 45.0589, 7.7052],
  ['Look: https://www.google.com/maps?q=45.0589,7.7052', 45.0589, 7.7052],
  ['https://maps.apple.com/?ll=45.0589,7.7052&q=Villa', 45.0589, 7.7052],
  ['https://maps.apple.com/place?coordinate=45.0589,7.7052&name=Villa', 45.0589, 7.7052],
  ['https://www.openstreetmap.org/#map=17/45.0589/7.7052', 45.0589, 7.7052],
  ['https://www.openstreetmap.org/?mlat=45.0589&mlon=7.7052#map=12/45.2/7.9', 45.0589, 7.7052],
  ['https://www.bing.com/maps?cp=45.0589~7.7052&lvl=15', 45.0589, 7.7052],
  ['https://waze.com/ul?ll=45.0589,7.7052&navigate=yes', 45.0589, 7.7052],
  ['https://yandex.com/maps/?ll=7.7052%2C45.0589&z=15', 45.0589, 7.7052],
  ['https://mapy.cz/turisticka?x=7.7052&y=45.0589&z=15', 45.0589, 7.7052],
  ['https://share.here.com/l/45.0589,7.7052,Villa', 45.0589, 7.7052],
  ['https://osmand.net/map?pin=45.0589,7.7052#15/45.1/7.8', 45.0589, 7.7052],
  ['om://map?v=1&ll=45.0589,7.7052&n=Villa', 45.0589, 7.7052],
  ['https://www.bing.com/maps?cp=45.1~7.8&lvl=15&sp=point.45.0589_7.7052_Villa', 45.0589, 7.7052],
  ['https://mapy.com/turisticka?source=coor&id=7.7052%2C45.0589&x=7.8&y=45.1&z=15', 45.0589, 7.7052],
  ['https://www.google.com/maps/dir/45.1,7.8/45.0589,7.7052/@45.08,7.75,13z', 45.0589, 7.7052],
  ['https://maps.apple.com/?q=10+5th+Avenue&ll=45.0589,7.7052', 45.0589, 7.7052],
  ['\u200e45.0589, 7.7052\u200e', 45.0589, 7.7052],
  ['٤٥٫٠٥٨٩، ٧٫٧٠٥٢', 45.0589, 7.7052],
  ['۴۵.۰۵۸۹, ۷.۷۰۵۲', 45.0589, 7.7052],
]

test.each(NEAR_TURIN)('reads %s', (text, lat, lng) => {
  expect(parsePosition(text)).toEqual({ kind: 'point', point: { lat, lng } })
})

const IN_DEGREES_AND_MINUTES = [
  '45°03′32″N 7°42′19″E',
  '45°03\'32"N 7°42\'19"E',
  "45° 03' 32'' N, 7° 42' 19'' E",
  '45º 3’ 32” N 7º 42’ 19” E',
  'N 45° 03′ 32″ E 007° 42′ 19″',
  '45 03 32 N 7 42 19 E',
  '45 03 32 7 42 19',
  '45:03:32N 7:42:19E',
  '7°42′19″E 45°03′32″N',
  '45°03′32,0″N 7°42′19,0″E',
  'N45°03.5333 E7°42.3167',
  '45°3.5333′, 7°42.3167′',
  'N 45° 03,53333 E 007° 42,31667',
  '45°3,53333 7°42,31667',
  "https://www.google.com/maps/place/45%C2%B003'32.0%22N+7%C2%B042'19.0%22E/@45.1,7.8,17z",
  "https://maps.google.com/?q=45%C2%B003'32.0%22N+7%C2%B042'19.0%22E&ll=45.1,7.8",
]

test.each(IN_DEGREES_AND_MINUTES)('reads %s', (text) => {
  const reading = parsePosition(text)
  expect(reading.kind).toBe('point')
  if (reading.kind !== 'point') return
  expect(reading.point.lat).toBeCloseTo(45.058889, 5)
  expect(reading.point.lng).toBeCloseTo(7.705278, 5)
})

test('returns negative numbers for south and west', () => {
  for (const text of ['-33.8568, -151.2153', '33.8568 S 151.2153 W', '−33.8568 −151.2153', 'S33.8568 W151.2153'])
    expect(parsePosition(text), text).toEqual({ kind: 'point', point: { lat: -33.8568, lng: -151.2153 } })
  const cape = parsePosition('55°58′48″S 67°17′21″W')
  expect(cape.kind === 'point' && cape.point.lat).toBeCloseTo(-55.98, 4)
  expect(parsePosition('0°30′0″S 0°30′0″W')).toEqual({ kind: 'point', point: { lat: -0.5, lng: -0.5 } })
})

test('reads a first number beyond 90 as the longitude', () => {
  expect(parsePosition('151.2153, -33.8568')).toEqual({ kind: 'point', point: { lat: -33.8568, lng: 151.2153 } })
})

// Expected values from the descriptions of the systems and their reference implementations.
test.each([
  ['8FVC9G8F+6X', 47.3655625, 8.5249375],
  ['8fvc9g8f+6x', 47.3655625, 8.5249375],
  ['8FVC9G8F+6XQ', 47.365561, 8.524952],
  ['8FVC0000+', 47.5, 8.5],
  ['32T 681081 4849224', 43.773924, 11.250046],
  ['UTM 56H 334873 6252304', -33.856658, 151.215004],
  ['32TPP8108149224', 43.773928, 11.250052],
  ['32T PP 81081 49224', 43.773928, 11.250052],
  ['18TWL8395907350', 40.712795, -74.005998],
  ['4QFJ12345678', 21.309479, -157.916814],
])('reads the code or grid reference %s', (text, lat, lng) => {
  const reading = parsePosition(text)
  const point = reading.kind === 'point' ? reading.point : { lat: NaN, lng: NaN }
  expect(Math.abs(point.lat - lat), `${point.lat}`).toBeLessThan(0.00005)
  expect(Math.abs(point.lng - lng), `${point.lng}`).toBeLessThan(0.00005)
})

test('reads a short Plus Code only near a place', () => {
  expect(parsePosition('9G8F+6X')).toEqual({ kind: 'none' })
  const found = decodePlusCode('9G8F+6X', { lng: 8.6, lat: 47.4 })
  expect(found?.lat).toBeCloseTo(47.3655625, 6)
  expect(found?.lng).toBeCloseTo(8.5249375, 6)
})

test('rejects known but unreadable formats with a message', () => {
  const rejected = [
    '///filled.count.soap',
    'filled.count.soap',
    'https://w3w.co/filled.count.soap',
    'https://what3words.com/filled.count.soap',
    'https://maps.app.goo.gl/AbCdEf',
    'https://goo.gl/maps/AbCdEf',
    'https://osm.org/go/0EEQjE--',
    'https://www.openstreetmap.org/node/123',
    'https://example.org/a/page',
    '95.1, 96.2',
    '45.1, 181',
    '45.05 N 7.7 O',
    'https://',
    'geo:Turin',
    'geo:0,0?q=Via+Roma+12,+Torino',
    'https://www.google.com/maps?q=10+5th+Avenue,+New+York',
    'https://www.google.com/maps?q=12,+14+rue+Mouffetard',
    'https://www.google.com/maps?daddr=5+10-12+King+Street',
  ]
  for (const text of rejected) {
    const reading = parsePosition(text)
    expect(reading.kind, text).toBe('rejected')
    if (reading.kind === 'rejected') expect(reading.reason).toMatch(/\.$/)
  }
})

test('finds no position in words or half a position', () => {
  const none = ['', 'Turin', 'Via Roma 12, Torino', 'Café 21', '45.05', '45 7 3', '45.05 N', 'Room: 12', '12 34', "12'"]
  for (const text of none.slice(0, 8)) expect(parsePosition(text), text).toEqual({ kind: 'none' })
  for (const text of ['45.05 N 7.7 N', '45°61′N 7°E', '45.5°30′N 7°E', '-45 S 7 E', '1 2 3 4 5', 'N N 4 5'])
    expect(parsePosition(text), text).toEqual({ kind: 'none' })
})

test('reads every format that we write', () => {
  const degrees = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  fc.assert(
    fc.property(degrees, (point) => {
      for (const text of [formatDegrees(point), formatDms(point), `${point.lat.toFixed(5)}, ${point.lng.toFixed(5)}`]) {
        const reading = parsePosition(text)
        if (reading.kind !== 'point') return false
        if (Math.abs(reading.point.lat - point.lat) > 0.001 || Math.abs(reading.point.lng - point.lng) > 0.001)
          return false
      }
      return true
    }),
  )
})

test('never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      parsePosition(text)
      parsePosition(`https://${text}`)
      parsePosition(`geo:${text}`)
    }),
  )
})
