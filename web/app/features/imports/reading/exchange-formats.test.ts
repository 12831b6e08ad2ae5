import { expect, test } from 'vitest'
import { readTestFile as read } from './read-test-file.ts'

const MOLE = { title: 'Mole', point: { lat: 45.069, lng: 7.6933 } }

const NAMESPACES =
  'xmlns:georss="http://www.georss.org/georss" xmlns:gml="http://www.opengis.net/gml" xmlns:geo="http://www.w3.org/2003/01/geo/wgs84_pos#"'
test.each([
  ['georss:point', '<georss:point>45.069 7.6933</georss:point>'],
  ['gml:pos', '<georss:where><gml:Point><gml:pos>45.069 7.6933</gml:pos></gml:Point></georss:where>'],
  ['geo:lat and geo:long', '<geo:lat>45.069</geo:lat><geo:long>7.6933</geo:long>'],
  ['geo:Point', '<geo:Point><geo:lat>45.069</geo:lat><geo:long>7.6933</geo:long></geo:Point>'],
])('reads entries of RSS and Atom with %s, and counts those without a position', (_name, position) => {
  const rss = `<?xml version="1.0"?><rss version="2.0" ${NAMESPACES}><channel><title>Feed</title><item><title>Mole</title>
    <link>https://example.org/mole</link><description>A &lt;b&gt;tower&lt;/b&gt;</description><category>museum</category>${position}</item>
    <item><title>News</title></item></channel></rss>`
  expect(read('places.xml', rss)).toMatchObject({
    places: [{ ...MOLE, website: 'https://example.org/mole', description: 'A tower', sourceCategory: 'museum' }],
    other: 1,
  })
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom" ${NAMESPACES}><title>Feed</title><entry><title>Mole</title>
    <link rel="self" href="https://example.org/self"/><link href="https://example.org/mole"/><summary>Tall</summary>
    <category term="museum"/>${position}</entry></feed>`
  expect(read('places.atom', atom).places).toMatchObject([
    { ...MOLE, website: 'https://example.org/mole', description: 'Tall', tags: ['museum'] },
  ])
})

test('explains that a feed has no positions', () => {
  expect(read('news.rss', '<rss><channel><item><title>News</title></item></channel></rss>').notes).toEqual([
    'It is a feed whose entries have no positions.',
  ])
})

const course = (inner: string) =>
  `<TrainingCenterDatabase><Courses><Course><Name>Ride</Name><Track><Trackpoint><Position><LatitudeDegrees>45</LatitudeDegrees><LongitudeDegrees>7</LongitudeDegrees></Position></Trackpoint></Track>${inner}</Course></Courses></TrainingCenterDatabase>`
test('reads the course points of TCX and leaves out its tracks', () => {
  const point =
    '<CoursePoint><Name>Mole</Name><Position><LatitudeDegrees>45.069</LatitudeDegrees><LongitudeDegrees>7.6933</LongitudeDegrees></Position><PointType>Food</PointType><Notes>Good</Notes></CoursePoint>'
  expect(read('ride.tcx', course(point))).toMatchObject({
    places: [{ ...MOLE, description: 'Good', sourceCategory: 'Food' }],
    other: 1,
  })
  expect(read('ride.tcx', course('')).notes).toEqual(['It has tracks or routes, but no places.'])
})

test('reads waypoints of LOC with the page of the cache', () => {
  const loc = `<loc version="1.0" src="Groundspeak"><waypoint><name id="GC1234"><![CDATA[Mole]]></name><coord lat="45.069" lon="7.6933"/>
    <type>Geocache</type><link text="Cache Details">https://example.org/GC1234</link></waypoint>
    <waypoint><name id="GC5"></name><coord lat="x" lon="7"/></waypoint></loc>`
  const { places, unreadable } = read('caches.loc', loc)
  expect(places).toMatchObject([{ ...MOLE, website: 'https://example.org/GC1234' }])
  expect(unreadable).toMatchObject([{ title: 'GC5' }])
})

test.each([
  ['3.0', 'GEO:45.069;7.6933'],
  ['4.0', 'GEO:geo:45.069,7.6933'],
  ['4.0, in the address', 'ADR;GEO="geo:45.069,7.6933":;;;;;;'],
  ['3.0, as Apple Maps shares places', 'item1.URL;type=pref:https://maps.apple.com/?ll=45.069\\,7.6933&q=Mole'],
])('reads the position of a vCard %s', (_version, line) => {
  expect(read('place.vcf', `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Mole\r\n${line}\r\nEND:VCARD\r\n`).places).toMatchObject([
    { ...MOLE, website: '' },
  ])
})

test('reads only contacts that have an address, and not their telephone numbers', () => {
  const cards = [
    'N:Rossi;Anna;;;\r\nADR;TYPE=WORK:;;Via Po 1\\, scala B;Torino;TO;10124;Italia\r\nTEL:+39 011 1\r\nNOTE:Suona\\ndue vol\r\n te\r\nCATEGORIES:amici,casa',
    'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Caff=C3=A8 =\r\nRoma\r\nGEO:45;7',
    'FN:Nobody\r\nTEL:123',
  ]
  const { places, other } = read(
    'contacts.vcf',
    cards.map((card) => `BEGIN:VCARD\r\n${card}\r\nEND:VCARD\r\n`).join(''),
  )
  expect(places).toMatchObject([
    {
      ...{ title: 'Anna Rossi', point: null, address: 'Via Po 1, scala B, 10124 Torino, TO, Italia' },
      ...{ description: 'Suona\ndue volte', tags: ['amici', 'casa'] },
    },
    { title: 'Caffè Roma', point: { lat: 45, lng: 7 } },
  ])
  expect(JSON.stringify(places)).not.toContain('+39')
  expect(other).toBe(1)
})

test('reads the events of a calendar that have a position or a location', () => {
  const event = (inner: string) => `BEGIN:VEVENT\r\n${inner}\r\nEND:VEVENT\r\n`
  const text = `BEGIN:VCALENDAR\r\n${event('SUMMARY:Mole\r\nGEO:45.069;7.6933\r\nDESCRIPTION:Lift')}${event('SUMMARY:Dinner\r\nLOCATION:Via Po 4\\, Torino')}${event('SUMMARY:Gino\r\nLOCATION:Via Po 1\r\nX-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE="Gino":geo:45.1,7.7')}${event('SUMMARY:Call')}END:VCALENDAR\r\n`
  expect(read('trip.ics', text)).toMatchObject({
    places: [
      { ...MOLE, description: 'Lift' },
      { title: 'Dinner', point: null, address: 'Via Po 4, Torino' },
      { title: 'Gino', point: { lat: 45.1, lng: 7.7 }, address: 'Via Po 1' },
    ],
    other: 1,
  })
})

test.each([
  ['with quantized', { scale: [0.0001, 0.0001], translate: [7, 45] }, [6933, 690]],
  ['with plain', undefined, [7.6933, 45.069]],
])('reads the points of TopoJSON %s coordinates', (_form, transform, coordinates) => {
  const point = { type: 'Point', coordinates, properties: { name: 'Mole' } }
  const value = {
    ...{ type: 'Topology', ...(transform && { transform }), arcs: [[[0, 0]]] },
    objects: {
      places: { type: 'GeometryCollection', geometries: [point, { type: 'LineString', arcs: [0] }] },
      one: point,
    },
  }
  expect(read('map.json', JSON.stringify(value))).toMatchObject({ places: [MOLE, MOLE], other: 1 })
})

/** Creates an OV2 record: an index of an area, or a place with its name. */
function createRecord(kind: number, lng = 0, lat = 0, name = ''): Uint8Array {
  const text = Uint8Array.from(`${name}\0`, (letter) => letter.charCodeAt(0))
  const record = new Uint8Array(kind === 1 ? 21 : 13 + text.length)
  const view = new DataView(record.buffer)
  record[0] = kind
  view.setUint32(1, kind === 1 ? 100 : record.length, true)
  view.setInt32(5, Math.round(lng * 1e5), true)
  view.setInt32(9, Math.round(lat * 1e5), true)
  if (kind !== 1) record.set(text, 13)
  return record
}

test('reads TomTom places and reports a truncated file', () => {
  const records = [createRecord(1), createRecord(2, 7.6933, 45.069, 'Mole'), createRecord(0, 1, 1, 'Gone')]
  const bytes = Uint8Array.from([...records, createRecord(2, 7, 45, 'Caf\xe9')].flatMap((record) => [...record]))
  expect(read('places.ov2', bytes).places).toMatchObject([MOLE, { title: 'Café', point: { lat: 45, lng: 7 } }])
  expect(read('places.ov2', bytes.slice(0, -3)).problems).toMatchObject([
    { reason: expect.stringContaining('damaged') },
  ])
})

test('reads the links to maps among bookmarks, with their folder as the list', () => {
  const html = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<H1>Bookmarks</H1><DL><p><DT><H3 ADD_DATE="1">Torino &amp; co</H3><DL><p>
<DT><A HREF="https://maps.google.com/?q=45.069,7.6933&amp;z=15" ADD_DATE="1">Mole</A>
<DT><A HREF="http://maps.google.com/?cid=123">Gino</A></DL><p>
<DT><A HREF="https://example.org/">News</A></DL>`
  expect(read('GoogleBookmarks.html', html)).toMatchObject({
    places: [
      { ...MOLE, list: 'Torino & co' },
      { title: 'Gino', point: null, list: 'Torino & co' },
    ],
    other: 1,
  })
})

test.each([
  'https://geohack.toolforge.org/geohack.php?pagename=Mole&params=45_04_08.4_N_7_41_35.88_E_type:landmark_region:IT',
  'https://geohack.toolforge.org/geohack.php?pagename=Mole&language=de&params=45.069_N_7.6933_E_region:IT',
  'https://tools.wmflabs.org/geohack/geohack.php?pagename=Mole&params=45.069;7.6933_type:landmark',
])('reads the name and the position in %s', (link) => {
  expect(read('pasted.txt', link).places).toMatchObject([MOLE])
})

test.each(['https://maps.apple.com/guides?user=CgZB', 'https://www.google.com/maps/placelists/list/abc?hl=en'])(
  'explains that %s does not contain its places',
  (link) => {
    expect(read('pasted.txt', link).unreadable).toMatchObject([{ reason: expect.stringContaining('leads to a list') }])
  },
)
