import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readFile } from './read-files.ts'

const MOLE = { title: 'Mole', point: { lat: 45.069, lng: 7.6933 } }

function list(name: string, content: string | Uint8Array) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return readFile(name, bytes).readings.flatMap(({ places }) => places)
}

test.each([
  ['German', 'Titel,Notiz,URL,Tags,Kommentar'],
  ['French', 'Titre,Note,URL,Tags,Commentaire'],
  ['Spanish', 'Título,Nota,URL,Etiquetas,Comentario'],
  ['Italian', 'Titolo,Nota,URL,Tag,Commento'],
  ['Portuguese', 'Título,Observação,URL,Tags,Comentário'],
  ['Dutch', 'Titel,Notitie,URL,Tags,Opmerking'],
  ['Polish', 'Tytuł,Notatka,URL,Tagi,Komentarz'],
  ['Japanese', 'タイトル,メモ,URL,タグ,コメント'],
])('reads a list of Google whose columns are in %s', (_language, header) => {
  const text = `${header}\n,,,,\nMole,Lift,"https://www.google.com/maps/place/Mole/@45.069,7.6933,17z",,\nGino,,https://maps.google.com/?cid=42,,\n`
  expect(list('Takeout/Saved/Da vedere.csv', text)).toMatchObject([
    { ...MOLE, description: 'Lift', list: 'Da vedere', website: '' },
    { title: 'Gino', point: null, list: 'Da vedere' },
  ])
})

test.each([
  ['German', 'Bezeichnung;Breitengrad;Längengrad;Adresse', '45,069;7,6933'],
  ['German, short', 'Ort;Breite;Länge;Anschrift', '45,069;7,6933'],
  ['French', 'Nom;Latitude;Longitude;Adresse', '45,069;7,6933'],
  ['Spanish', 'Nombre;Latitud;Longitud;Dirección', '45,069;7,6933'],
  ['Portuguese', 'Nome;Latitude;Longitude;Endereço', '45,069;7,6933'],
  ['Dutch', 'Naam;Breedtegraad;Lengtegraad;Adres', '45,069;7,6933'],
  ['Polish', 'Nazwa;Szerokość geograficzna;Długość geograficzna;Adres', '45,069;7,6933'],
  ['Czech', 'Název;Zeměpisná šířka;Zeměpisná délka;Adresa', '45,069;7,6933'],
  ['Finnish', 'Nimi;Leveysaste;Pituusaste;Osoite', '45,069;7,6933'],
  ['Turkish', 'Ad;Enlem;Boylam;Adres', '45,069;7,6933'],
  ['Russian', 'Название;Широта;Долгота;Адрес', '45,069;7,6933'],
  ['Greek', 'Όνομα;Γεωγραφικό πλάτος;Γεωγραφικό μήκος;Διεύθυνση', '45,069;7,6933'],
  ['Japanese', '名前;緯度;経度;住所', '45.069;7.6933'],
  ['Korean', '이름;위도;경도;주소', '45.069;7.6933'],
  ['Chinese', '名称;纬度;经度;地址', '45.069;7.6933'],
  ['units', 'Name;Lat (°);Lon (°);Address', '45.069° N;7.6933° E'],
  ['prefixes', 'poi_name;poi_lat;poi_lon;poi_address', '45.069;7.6933'],
  ['WGS', 'name;lat_wgs84;lon_wgs84;street_address', '45.069;7.6933'],
])('reads a table whose columns are in %s', (_language, header, position) => {
  expect(list('places.csv', `${header}\nMole;${position};Via Montebello 20\n`)).toMatchObject([
    { ...MOLE, address: 'Via Montebello 20' },
  ])
})

test.each([
  [',', 'name,note,lat,lng\n"Mole, the",x,45.069,7.6933'],
  [';', 'sep=;\nname;note;lat;lng\n"Mole, the";x;45,069;7,6933'],
  ['tab', 'name\tnote\tlat\tlng\nMole, the\tx\t45.069\t7.6933'],
  ['|', 'name|note|lat|lng\nMole, the|x|45.069|7.6933'],
  ['^', 'name^note^lat^lng\nMole, the^x^45.069^7.6933'],
  ['~', 'name~note~lat~lng\nMole, the~x~45.069~7.6933'],
])('reads a table with %s between the columns, regardless of the file name', (_delimiter, text) => {
  for (const name of ['places.csv', 'places.tsv', 'places.txt', 'places']) {
    expect(list(name, `${text}\n`), name).toMatchObject([{ title: 'Mole, the', description: 'x', point: MOLE.point }])
  }
})

test.each([
  ['https://www.google.com/maps/place/Mole/@45.0,7.0,17z/data=!3m1!4b1!4m6!3m5!1s0x47:0x1!8m2!3d45.069!4d7.6933'],
  ['https://www.google.de/maps/place/Mole/@45.069,7.6933,17z?entry=ttu'],
  ['https://maps.google.com/?q=45.069,7.6933'],
  ['https://maps.google.com/maps?q=loc:45.069,7.6933'],
  ['https://www.google.com/maps/search/?api=1&query=45.069%2C7.6933'],
  ['https://www.google.com/maps/search/45.069,+7.6933'],
  ['https://www.google.com/maps/dir/?api=1&destination=45.069,7.6933'],
  ['https://www.google.com/maps/@?api=1&map_action=map&center=45.069,7.6933'],
  [
    'https://consent.google.com/m?continue=https%3A%2F%2Fwww.google.com%2Fmaps%2Fplace%2FMole%2F%4045.069%2C7.6933%2C17z&gl=IT',
  ],
  ['https://maps.apple.com/?ll=45.069,7.6933&q=Mole'],
  ['https://maps.apple.com/place?coordinate=45.069,7.6933&name=Mole'],
  ['https://www.openstreetmap.org/?mlat=45.069&mlon=7.6933#map=17/45/7'],
  ['https://www.openstreetmap.org/#map=17/45.069/7.6933'],
  ['https://osmand.net/map?pin=45.069,7.6933#15/45/7'],
  ['https://www.waze.com/ul?ll=45.069%2C7.6933&navigate=yes'],
  ['https://www.bing.com/maps?cp=45.069~7.6933&lvl=17'],
  ['https://yandex.com/maps/?ll=7.6933%2C45.069&z=17'],
  ['geo:45.069,7.6933?z=17'],
  ['geo:0,0?q=45.069,7.6933(Mole)'],
])('reads the position in %s', (link) => {
  expect(list('pasted.txt', `Mole ${link}`)).toMatchObject([MOLE])
  expect(list('saved.csv', `name,link\nMole,"${link}"\n`)).toMatchObject([MOLE])
})

test.each([
  ['Mole: 45.069, 7.6933'],
  ['- Mole – 45.069 7.6933'],
  ['3. Mole (45.069, 7.6933)'],
  ['45,069 7,6933 Mole'],
  ['45,069; 7,6933; Mole'],
  [`45°04'08.4"N 7°41'35.88"E Mole`],
  ['Mole 45.069° N, 7.6933° E'],
  ['[Mole](https://www.openstreetmap.org/#map=17/45.069/7.6933)'],
  ['<https://www.openstreetmap.org/#map=17/45.069/7.6933> Mole'],
  ['Mole\nhttps://www.openstreetmap.org/#map=17/45.069/7.6933'],
  ['Mole | 45.069,7.6933'],
])('reads the pasted text %s', (text) => {
  expect(list('pasted.txt', text)).toMatchObject([MOLE])
})

test('keeps the name beside a short link, because the link has no position', () => {
  expect(list('pasted.txt', 'Mole Antonelliana\nhttps://maps.app.goo.gl/abc123\n')).toMatchObject([
    { title: 'Mole Antonelliana', point: null },
  ])
  expect(list('pasted.txt', 'https://www.google.com/maps/search/?api=1&query=Mole+Antonelliana')).toMatchObject([
    { title: 'Mole Antonelliana', point: null },
  ])
  expect(readFile('pasted.txt', strToU8('https://maps.app.goo.gl/abc123')).readings[0]?.unreadable).toMatchObject([
    { reason: expect.stringContaining('short link') },
  ])
})

const RECORDS: [string, unknown][] = [
  ['Swarm, of today', { items: [{ id: '1', lat: 45.069, lng: 7.6933, venue: { id: 'v', name: 'Mole' } }] }],
  ['Foursquare', { items: [{ venue: { name: 'Mole', location: { lat: 45.069, lng: 7.6933 } } }] }],
  ['AdventureLog', { version: 1, locations: [{ name: 'Mole', latitude: '45.069', longitude: '7.6933' }] }],
  ['TRIP', { places: [{ name: 'Mole', lat: 45.069, lng: 7.6933, place: 'Via Montebello' }], trips: [] }],
  [
    'a list of features',
    [{ type: 'Feature', geometry: { type: 'Point', coordinates: [7.6933, 45.069] }, properties: { name: 'Mole' } }],
  ],
  ['Esri', { features: [{ attributes: { NAME: 'Mole' }, geometry: { x: 7.6933, y: 45.069 } }] }],
  ['MongoDB', [{ name: 'Mole', location: { type: 'Point', coordinates: [7.6933, 45.069] } }]],
  [
    'schema.org',
    { '@type': 'Place', name: 'Mole', geo: { '@type': 'GeoCoordinates', latitude: 45.069, longitude: 7.6933 } },
  ],
  ['Google Places', { results: [{ name: 'Mole', geometry: { location: { lat: 45.069, lng: 7.6933 } } }] }],
  ['one text', [{ name: 'Mole', coordinates: '45.069, 7.6933' }]],
  ['E7', { saved: [{ title: 'Mole', latitudeE7: 450690000, longitudeE7: 76933000 }] }],
  ['a link only', [{ name: 'Mole', url: 'https://www.google.com/maps/search/45.069,7.6933' }]],
  ['Overpass', { osm3s: {}, elements: [{ type: 'node', id: 1, lat: 45.069, lon: 7.6933, tags: { name: 'Mole' } }] }],
]
test.each(RECORDS)('reads JSON of %s', (_program, value) => {
  expect(list('data.json', JSON.stringify(value))).toMatchObject([MOLE])
})

test('reads the trail of wanderer with its waypoints', () => {
  const trail = {
    name: 'Superga',
    lat: 45.08,
    lon: 7.76,
    expand: { waypoints: [{ name: 'Mole', lat: 45.069, lon: 7.6933 }] },
  }
  expect(list('trail.json', JSON.stringify(trail)).map(({ title }) => title)).toEqual(['Superga', 'Mole'])
})

test('counts a venue of Swarm once, although each check-in has its own position', () => {
  const at = (lat: number) => ({ lat, lng: 7.6933, venue: { id: 'v', name: 'Mole' } })
  expect(list('checkins1.json', JSON.stringify({ items: [at(45.069), at(45.0691)] }))).toHaveLength(1)
})

test('reads reviews and labelled places of a Takeout', () => {
  const review = {
    geometry: { coordinates: [7.6933, 45.069], type: 'Point' },
    properties: {
      ...{
        five_star_rating_published: 4,
        review_text_published: 'High',
        google_maps_url: 'http://maps.google.com/?cid=1',
      },
      location: { name: 'Mole', address: 'Via Montebello 20' },
    },
    type: 'Feature',
  }
  const archive = zipSync({
    'Takeout/Maps (deine Orte)/Rezensionen.json': strToU8(
      JSON.stringify({ type: 'FeatureCollection', features: [review] }),
    ),
    'Takeout/Maps/Meine Orte mit Label/Orte mit Label.json': strToU8(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          { geometry: { coordinates: [7.7, 45], type: 'Point' }, properties: { name: 'Zuhause' }, type: 'Feature' },
        ],
      }),
    ),
    'Takeout/Gespeichert/Möchte hin.csv': strToU8(
      'Titel,Notiz,URL,Tags,Kommentar\nGino,,https://maps.google.com/?cid=7,,\n',
    ),
    'Takeout/Maps/Photos/a.jpg': strToU8('x'),
  })
  expect(list('takeout-001.zip', archive)).toMatchObject([
    { ...MOLE, description: 'High', list: 'Reviewed' },
    { title: 'Zuhause' },
    { title: 'Gino', list: 'Möchte hin' },
  ])
  const notes = readFile('takeout-001.zip', archive).readings.flatMap((reading) => reading.notes)
  expect(notes).toEqual([expect.stringContaining('one photo that belongs to none of these places')])
})

test('reads the other files of an archive when one is too large', () => {
  const archive = zipSync({
    'Takeout/Records.json': new Uint8Array(65 * 1024 * 1024),
    'Takeout/Saved/x.csv': strToU8('Title,Note,URL\nMole,,"https://www.google.com/maps/search/45.069,7.6933"\n'),
  })
  const { readings, problems } = readFile('takeout.zip', archive)
  expect(readings.flatMap(({ places }) => places)).toMatchObject([MOLE])
  expect(problems).toMatchObject([
    { file: 'Takeout/Records.json', reason: expect.stringContaining('too large when unpacked') },
  ])
})

test.each([
  [
    'prefixed names',
    '<kml:kml xmlns:kml="x"><kml:Placemark><kml:name>Mole</kml:name><kml:Point><kml:coordinates>7.6933,45.069</kml:coordinates></kml:Point></kml:Placemark></kml:kml>',
  ],
  [
    'several geometries',
    '<kml><Placemark><name>Mole</name><MultiGeometry><LineString><coordinates>1,1 2,2</coordinates></LineString><Point><coordinates>\n 7.6933, 45.069, 0\n</coordinates></Point></MultiGeometry></Placemark></kml>',
  ],
  [
    'a name among the data',
    '<kml><Placemark><ExtendedData><Data name="Nom"><value>Mole</value></Data></ExtendedData><Point><coordinates>7.6933,45.069</coordinates></Point></Placemark></kml>',
  ],
  [
    'a link to elsewhere beside it',
    '<kml><Document><NetworkLink><Link><href>http://10.0.0.1/x.kml</href></Link></NetworkLink><Placemark><name>Mole</name><Point><coordinates>7.6933,45.069</coordinates></Point></Placemark></Document></kml>',
  ],
])('reads KML with %s', (_what, text) => {
  expect(list('map.kml', text)).toMatchObject([MOLE])
})

test('reads the data of a placemark in any language', () => {
  const data = (name: string, value: string) => `<Data name="${name}"><value>${value}</value></Data>`
  const text = `<kml><Placemark><name>Mole</name><ExtendedData>${data('Beschreibung', 'Hoch')}${data('Adresse', 'Via Po')}${data('Webseite', 'https://example.org/m')}${data('Kategorie', 'tower')}</ExtendedData><Point><coordinates>7.6933,45.069</coordinates></Point></Placemark></kml>`
  expect(list('map.kml', text)).toMatchObject([
    { ...MOLE, description: 'Hoch', address: 'Via Po', website: 'https://example.org/m', sourceCategory: 'tower' },
  ])
})

test('reads waypoints of GPX and counts tracks and routes', () => {
  const text = `<?xml version="1.0"?><gpx><wpt lat="45,069" lon="7,6933"><name>Mole</name><type>Sights</type><extensions><osmand:icon>tower</osmand:icon><osmand:address>Via Montebello</osmand:address></extensions></wpt>
    <rte><name>R</name><rtept lat="1" lon="1"><name>a</name></rtept></rte><trk><trkseg><trkpt lat="1" lon="1"/></trkseg></trk></gpx>`
  const [reading] = readFile('favourites.gpx', strToU8(text)).readings
  expect(reading?.places).toMatchObject([
    { ...MOLE, list: 'Sights', address: 'Via Montebello', sourceCategory: 'tower' },
  ])
  expect(reading?.otherCount).toBe(2)
})

test.each([
  ['German', '{{vCard|type=tower|name=Mole|lat=45.069|long=7.6933|beschreibung=Hoch}}'],
  ['French', '{{Voir\n| nom=Mole | latitude=45.069 | longitude=7.6933 | description=Hoch }}'],
  ['Spanish', '{{listing|nombre=Mole|lat=45.069|long=7.6933|descripción=Hoch}}'],
  ['Italian', '{{see\n| nome=Mole | lat=45.069 | long=7.6933 | descrizione=Hoch}}'],
  [
    'an export',
    '<mediawiki><page><revision><text xml:space="preserve">* {{see | name=Mole | lat=45.069 | long=7.6933 | content=Hoch &lt;b&gt; }}</text></revision></page></mediawiki>',
  ],
])('reads listings of Wikivoyage in %s', (_language, text) => {
  expect(list('turin.txt', text)).toMatchObject([{ ...MOLE, description: expect.stringContaining('Hoch') }])
})

const ENCODED: [string, string, string][] = [
  ['UTF-8 with a mark', '77u/bmFtZSxsYXQsbG5nCkNhZsOoLDQ1LDcK', 'Cafè'],
  ['UTF-16 with a mark, big-endian', '/v8AbgBhAG0AZQAsAGwAYQB0ACwAbABuAGcACgBDAGEAZgDoACwANAA1ACwANwAK', 'Cafè'],
  ['UTF-16 without a mark', 'bgBhAG0AZQAsAGwAYQB0ACwAbABuAGcACgBDAGEAZgDoACwANAA1ACwANwAKAA==', 'Cafè'],
]
test.each(ENCODED)('reads %s', (_encoding, bytes, title) => {
  expect(list('places.csv', Buffer.from(bytes, 'base64'))).toMatchObject([{ title, point: { lat: 45, lng: 7 } }])
})

test('keeps the letters of a UTF-8 file with one damaged byte', () => {
  const text = Buffer.concat([
    Buffer.from(`name,lat,lng\n${'Čáslav náměstí,49,15\n'.repeat(20)}Br`),
    Buffer.from([0xc5]),
    Buffer.from('no,49,16\n'),
  ])
  const titles = list('places.csv', text).map(({ title }) => title)
  expect(titles[0]).toBe('Čáslav náměstí')
  expect(titles.at(-1)).toBe('Brno')
})
