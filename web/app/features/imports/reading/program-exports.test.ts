import { expect, test } from 'vitest'
import { readTestFile as read } from './read-test-file.ts'

const MOLE = { title: 'Mole', point: { lat: 45.069, lng: 7.6933 } }

test('reads My Maps with folders, data, areas and places without a position', () => {
  const kml = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Torino &amp; co</name><description/>
<Style id="icon-1577-DB4436-nodesc-normal"><IconStyle><color>ff3644db</color><scale>1</scale><Icon><href>images/icon-1.png</href></Icon></IconStyle></Style>
<Folder><name>Da mangiare</name><Placemark><name>Mole</name><description><![CDATA[<img src="https://mymaps.usercontent.google.com/hostedimage/m/*/x?fife" height="200" width="auto" /><br><br>Alta 167 m<br>Note: <b>bella</b>&nbsp;<a href="https://example.org/x">link</a>]]></description><styleUrl>#icon-1577-DB4436</styleUrl><ExtendedData><Data name="gx_media_links"><value><![CDATA[https://mymaps.usercontent.google.com/hostedimage/m/*/x]]></value></Data><Data name="Indirizzo"><value>Via Montebello 20</value></Data></ExtendedData><Point><coordinates>
            7.6933,45.069,0
          </coordinates></Point></Placemark>
<Placemark><name>Zona</name><Polygon><outerBoundaryIs><LinearRing><coordinates>7,45,0 7,46,0 8,46,0 7,45,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Folder>
<Folder><name>Senza posizione</name><Placemark><name>Gino</name><address>Via Po 4, Torino</address></Placemark><Placemark><name>Solo nome</name></Placemark></Folder></Document></kml>`
  const r = read('Torino.kml', kml)
  expect(r.places).toMatchObject([
    { ...MOLE, list: 'Da mangiare', address: 'Via Montebello 20' },
    { title: 'Gino', point: null, address: 'Via Po 4, Torino', list: 'Senza posizione' },
    { title: 'Solo nome', point: null },
  ])
  expect(r.places[0]?.description).toMatch(/^Alta 167 m\nNote: bella link/)
  expect(r.other).toBeLessThan(4)
})
test('reads bookmarks of Organic Maps with their own names', () => {
  const kml = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://earth.google.com/kml/2.2"><Document><Style id="placemark-red"><IconStyle><Icon><href>https://omaps.app/placemarks/placemark-red.png</href></Icon></IconStyle></Style><name>Preferiti</name><visibility>1</visibility><ExtendedData xmlns:mwm="https://omaps.app"><mwm:name><mwm:lang code="default">Preferiti</mwm:lang></mwm:name><mwm:accessRules>Local</mwm:accessRules></ExtendedData>
<Placemark><name>Mole</name><description>Buono</description><TimeStamp><when>2024-05-05T10:10:10Z</when></TimeStamp><styleUrl>#placemark-red</styleUrl><Point><coordinates>7.6933,45.069</coordinates></Point><ExtendedData xmlns:mwm="https://omaps.app"><mwm:name><mwm:lang code="default">Mole</mwm:lang><mwm:lang code="it">Mole</mwm:lang></mwm:name><mwm:featureTypes><mwm:value>tourism-museum</mwm:value><mwm:value>building</mwm:value></mwm:featureTypes><mwm:icon>Sights</mwm:icon></ExtendedData></Placemark>
<Placemark><ExtendedData xmlns:mwm="https://omaps.app"><mwm:customName><mwm:lang code="default">Kuća</mwm:lang></mwm:customName></ExtendedData><Point><coordinates>16,45.8</coordinates></Point></Placemark></Document></kml>`
  const r = read('Preferiti.kml', kml)
  expect(r.places).toMatchObject([{ ...MOLE, description: 'Buono', list: 'Preferiti' }, { title: 'Kuća' }])
  expect(r.places[0]?.sourceCategory).toContain('museum')
})
test('reads waypoints of Garmin with address and category', () => {
  const r = read(
    'Waypoints.gpx',
    `<?xml version="1.0" encoding="UTF-8" standalone="no" ?><gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxx="http://www.garmin.com/xmlschemas/GpxExtensions/v3" creator="GPSMAP 66i" version="1.1"><wpt lat="45.069" lon="7.6933"><ele>239</ele><time>2024-01-01T00:00:00Z</time><name>Mole</name><cmt>via 20</cmt><desc>via 20</desc><sym>Museum</sym><type>user</type><extensions><gpxx:WaypointExtension><gpxx:DisplayMode>SymbolAndName</gpxx:DisplayMode><gpxx:Categories><gpxx:Category>Città</gpxx:Category></gpxx:Categories><gpxx:Address><gpxx:StreetAddress>Via Montebello 20</gpxx:StreetAddress><gpxx:City>Torino</gpxx:City></gpxx:Address></gpxx:WaypointExtension></extensions></wpt></gpx>`,
  )
  expect(r.places).toMatchObject([{ ...MOLE, description: 'via 20' }])
  expect(r.places[0]?.address).toContain('Montebello')
  expect(r.places[0]?.sourceCategory).toContain('Museum')
})
test('reads favourites of OsmAnd with groups', () => {
  const r = read(
    'favorites.gpx',
    `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><gpx version="1.1" creator="OsmAnd~ 4.7.10" xmlns="http://www.topografix.com/GPX/1/1" xmlns:osmand="https://osmand.net/docs/technical/osmand-file-formats/osmand-gpx"><metadata><name>favorites-Cibo</name></metadata><wpt lat="45.0690" lon="7.6933"><ele>1</ele><time>2023-11-11T10:10:10Z</time><name>Mole</name><type>Cibo</type><extensions><osmand:visited_date>2024-01-02T10:00:00Z</osmand:visited_date><osmand:address>Via Montebello 20</osmand:address><osmand:icon>amenity_restaurant</osmand:icon><osmand:background>circle</osmand:background><osmand:color>#ff1010b4</osmand:color><osmand:amenity_type>food</osmand:amenity_type><osmand:amenity_subtype>restaurant</osmand:amenity_subtype><osmand:amenity_name>Mole</osmand:amenity_name></extensions></wpt><extensions><osmand:points_groups><group name="Cibo" color="#ff1010b4" icon="special_star" background="circle"/></osmand:points_groups></extensions></gpx>`,
  )
  expect(r.places).toMatchObject([{ ...MOLE, list: 'Cibo', address: 'Via Montebello 20' }])
  expect(r.places[0]?.sourceCategory).toMatch(/restaurant/)
})
test('reads waypoints of Locus with a photo', () => {
  const r = read(
    'locus.gpx',
    `<?xml version="1.0" encoding="UTF-8"?><gpx version="1.1" creator="Locus Map, Android" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpx_style="x" xmlns:locus="http://www.locusmap.eu"><wpt lat="45.069" lon="7.6933"><name><![CDATA[Mole]]></name><desc><![CDATA[<!-- desc_gen:start --><table><tr><td>Vis</td></tr></table><!-- desc_user:start -->Bella<!-- desc_user:end -->]]></desc><link href="photos/p1.jpg"><text>p1.jpg</text></link><sym>tourist_sight</sym><extensions><locus:icon>file:tourist.zip:sight.png</locus:icon><locus:address>Via 20</locus:address></extensions></wpt></gpx>`,
  )
  expect(r.places).toMatchObject([MOLE])
  expect(r.places[0]?.description).toContain('Bella')
  expect(r.places[0]?.website).toBe('')
})
test('reads the waypoint of a tour beside its track', () => {
  const r = read(
    'tour.gpx',
    '<?xml version="1.0"?><gpx version="1.1" creator="Wahoo"><metadata><name>R</name></metadata><wpt lat="45.069" lon="7.6933"><name>Mole</name><type>food</type></wpt><trk><name>t</name><trkseg><trkpt lat="45" lon="7"><ele>1</ele></trkpt></trkseg></trk></gpx>',
  )
  expect(r.places).toMatchObject([MOLE])
  expect(r.other).toBe(1)
})
test('reads layers of uMap', () => {
  const r = read(
    'umap_backup.umap',
    JSON.stringify({
      type: 'umap',
      uri: 'https://umap.openstreetmap.fr/x',
      properties: { name: 'Carte' },
      geometry: { type: 'Point', coordinates: [7, 45] },
      layers: [
        {
          type: 'FeatureCollection',
          features: [
            {
              type: 'Feature',
              properties: {
                name: 'Mole',
                description: 'Voir {{https://example.org/a.jpg}} [[https://example.org|site]]',
                _umap_options: { color: 'Red', iconUrl: '/uploads/x.svg' },
              },
              geometry: { type: 'Point', coordinates: [7.6933, 45.069] },
            },
          ],
          _umap_options: { displayOnLoad: true, name: 'Musées' },
        },
      ],
    }),
  )
  expect(r.places).toMatchObject([{ ...MOLE, list: 'Musées' }])
  expect(r.places[0]?.sourceCategory).not.toContain('Red')
})
test('reads geojson.io with styles', () => {
  const r = read(
    'map.geojson',
    JSON.stringify({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: { 'marker-color': '#7e7e7e', 'marker-size': 'medium', 'marker-symbol': 'museum', name: 'Mole' },
          geometry: { coordinates: [7.6933, 45.069], type: 'Point' },
          id: 0,
        },
        {
          type: 'Feature',
          properties: {},
          geometry: {
            coordinates: [
              [7, 45],
              [7.1, 45],
            ],
            type: 'LineString',
          },
        },
      ],
    }),
  )
  expect(r.places).toMatchObject([{ ...MOLE, sourceCategory: 'museum' }])
  expect(r.other).toBe(1)
})
test('reads addresses and categories of overpass turbo', () => {
  const r = read(
    'export.geojson',
    JSON.stringify({
      type: 'FeatureCollection',
      generator: 'overpass-turbo',
      copyright: 'x',
      timestamp: 't',
      features: [
        {
          type: 'Feature',
          properties: {
            '@id': 'node/1',
            'addr:street': 'Via Montebello',
            'addr:housenumber': '20',
            'addr:city': 'Torino',
            name: 'Mole',
            'name:it': 'La Mole',
            tourism: 'museum',
            website: 'https://mole.example',
            opening_hours: 'Tu-Su',
          },
          geometry: { type: 'Point', coordinates: [7.6933, 45.069] },
          id: 'node/1',
        },
        {
          type: 'Feature',
          properties: { '@id': 'way/2', '@geometry': 'center', name: 'B', amenity: 'cafe' },
          geometry: { type: 'Point', coordinates: [7, 45] },
          id: 'way/2',
        },
      ],
    }),
  )
  expect(r.places).toMatchObject([
    { ...MOLE, sourceCategory: 'museum', website: 'https://mole.example' },
    { title: 'B', sourceCategory: 'cafe' },
  ])
  expect(r.places[0]?.address).toBe('Via Montebello 20, Torino')
})
test('reads NDJSON with blank lines and text sequences', () => {
  const f = (n: string) =>
    JSON.stringify({
      type: 'Feature',
      properties: { name: n },
      geometry: { type: 'Point', coordinates: [7.6933, 45.069] },
    })
  expect(read('x.ndjson', `\ufeff${f('Mole')}\r\n\r\n${f('B')}\r\n`).places).toMatchObject([MOLE, { title: 'B' }])
  expect(read('x.geojsons', `\u001e${f('Mole')}\n\u001e${f('B')}\n`).places).toMatchObject([MOLE, { title: 'B' }])
})
test('corrects swapped coordinates of GeoJSON and reports it', () => {
  const r = read(
    's.geojson',
    JSON.stringify({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: { name: 'Tokyo' }, geometry: { type: 'Point', coordinates: [35.68, 139.69] } },
        { type: 'Feature', properties: { name: 'Kyoto' }, geometry: { type: 'Point', coordinates: [35.01, 135.76] } },
      ],
    }),
  )
  expect(r.places).toMatchObject([{ point: { lat: 35.68, lng: 139.69 } }, { point: { lat: 35.01, lng: 135.76 } }])
  expect(r.notes[0]).toContain('swapped')
})
