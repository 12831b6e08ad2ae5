import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createPhotoReader } from '../../photo-reader.ts'
import { readBlob, readFile } from '../read-files.ts'

const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 1, 2, 3])
const placemark = (name: string, description: string) =>
  `<Placemark><name>${name}</name><description><![CDATA[${description}]]></description><Point><coordinates>7.7,45.05</coordinates></Point></Placemark>`
const kml = (...placemarks: string[]) => strToU8(`<kml><Document>${placemarks.join('')}</Document></kml>`)
const toBlob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)])

function listPhotos(name: string, bytes: Uint8Array) {
  return readFile(name, bytes).readings.flatMap(({ places }) => places.map(({ photos = [] }) => photos))
}

test('assigns the photos in the description of a KMZ placemark to its place, with alternative texts', async () => {
  const kmz = zipSync({
    'doc.kml': kml(
      placemark('Mill', `Old.<img src="files/a%20b.JPG" alt="The &quot;wheel&quot;"><img src='files/2.png'>`),
    ),
    'files/a b.jpg': JPEG,
    'files/2.png': new Uint8Array([9]),
  })
  const [photos = []] = listPhotos('trip.kmz', kmz)
  expect(photos).toEqual([
    { path: ['files/a b.jpg'], file: 0, alt: 'The "wheel"' },
    { path: ['files/2.png'], file: 0, alt: '' },
  ])
  const read = createPhotoReader([toBlob(kmz)])
  expect(new Uint8Array(await (await read({ file: 0, path: ['files/a b.jpg'] })).arrayBuffer())).toEqual(JPEG)
})

test('reads photos of a KMZ inside a ZIP, and the same from a stream of its bytes', async () => {
  const inner = zipSync({ 'doc.kml': kml(placemark('Mill', '<img src="1.jpg">')), '1.jpg': JPEG })
  const outer = zipSync({ 'Takeout/maps/mine.kmz': inner, 'Takeout/Saved/list.csv': strToU8('name,lat,lng\nA,45,7\n') })
  const path = ['Takeout/maps/mine.kmz', '1.jpg']
  expect(listPhotos('takeout.zip', outer).flat()).toEqual([{ path, file: 0, alt: '' }])
  const { readings } = await readBlob('takeout.zip', toBlob(outer))
  expect(readings.flatMap(({ places }) => places.flatMap(({ photos = [] }) => photos))).toMatchObject([{ path }])
  const photo = await createPhotoReader([toBlob(outer)])({ file: 0, path })
  expect(photo.size).toBe(JPEG.length)
})

test('reads the parts of a Takeout inside a ZIP with their photos', async () => {
  const saved = strToU8('Title,Note,URL\nMill,,"https://www.google.com/maps/place/Mill/@45.1,7.2,17z"\n')
  const kmz = zipSync({ 'doc.kml': kml(placemark('Bridge', '<img src="1.jpg">')), '1.jpg': JPEG })
  const outer = zipSync({
    'takeout-001.zip': [zipSync({ 'Takeout/Saved/To see.csv': saved }), { level: 0 }],
    'takeout-002.zip': zipSync({ 'Takeout/maps/mine.kmz': kmz }),
    'takeout-003.zip': strToU8('not a ZIP'),
  })
  const { readings, problems } = await readBlob('all.zip', toBlob(outer))
  expect(readings.flatMap(({ places }) => places)).toMatchObject([
    { title: 'Mill', list: 'To see' },
    { title: 'Bridge', photos: [{ path: ['takeout-002.zip', 'Takeout/maps/mine.kmz', '1.jpg'] }] },
  ])
  expect(problems).toEqual([{ file: 'takeout-003.zip', reason: expect.stringContaining('damaged') }])
  const path = ['takeout-002.zip', 'Takeout/maps/mine.kmz', '1.jpg']
  expect((await createPhotoReader([toBlob(outer)])({ file: 0, path })).size).toBe(JPEG.length)
})

test.each([
  [
    'GeoJSON',
    'map.geojson',
    '{"type":"Feature","geometry":{"type":"Point","coordinates":[7,45]},"properties":{"name":"A","photos":["img/1.jpg"]}}',
  ],
  ['CSV', 'data/places.csv', 'name,lat,lng,image\nA,45,7,../img/1.jpg\n'],
  ['GPX', 'track.gpx', '<gpx><wpt lat="45" lon="7"><name>A</name><link href="img/1.jpg"/></wpt></gpx>'],
])('finds the photos that %s refers to in its archive', (_format, name, text) => {
  const zip = zipSync({ [name]: strToU8(text), 'img/1.jpg': JPEG })
  expect(listPhotos('places.zip', zip).flat()).toMatchObject([{ path: ['img/1.jpg'] }])
})

test('assigns photos of a Takeout to the nearest place, with their captions', () => {
  const sidecar = (latitude: number) =>
    strToU8(JSON.stringify({ title: '1.jpg', localPostCaption: 'At noon', geoDataExif: { latitude, longitude: 7.7 } }))
  const zip = zipSync({
    'Takeout/Saved/list.csv': strToU8('name,lat,lng\nMill,45.05,7.7\nFar,46,8\n'),
    'Takeout/Maps/Photos/1.jpg': JPEG,
    'Takeout/Maps/Photos/1.jpg.supplemental-metadata.json': sidecar(45.0503),
    'Takeout/Maps/Photos/2.jpg': JPEG,
    'Takeout/Maps/Photos/2.jpg.json': sidecar(45.3),
  })
  const { readings } = readFile('takeout.zip', zip)
  const places = readings.flatMap((reading) => reading.places)
  expect(places.map(({ title, photos }) => [title, photos?.map(({ alt }) => alt)])).toEqual([
    ['Mill', ['At noon']],
    ['Far', undefined],
  ])
  expect(readings.flatMap(({ notes }) => notes)).toEqual([expect.stringContaining('one photo that belongs to none')])
})

test('never follows URLs, or paths that leave the archive, and reports missing photos', () => {
  const kmz = zipSync({
    'doc.kml': kml(
      placemark(
        'Mill',
        '<img src="https://example.org/track.jpg"><img src="//example.org/x.png"><img src="file:///etc/passwd.jpg"><img src="../../../../etc/secret.jpg"><img src="data:image/png;base64,AA.png">',
      ),
    ),
  })
  expect(listPhotos('trip.kmz', kmz).flat()).toEqual([
    { path: ['../../../../etc/secret.jpg'], file: 0, alt: '', reason: 'The archive does not contain this photo.' },
  ])
})

test('leaves out photos that are too large, encrypted, damaged or compressed by an unknown method', async () => {
  const zip = zipSync({ 'doc.kml': kml(), '1.jpg': [JPEG, { level: 0 }] })
  const directory = zip.findLastIndex((byte, at) => byte === 0x50 && zip[at + 1] === 0x4b && zip[at + 2] === 1)
  const spoil = (change: (bytes: DataView) => void) => {
    const copy = new Uint8Array(zip)
    change(new DataView(copy.buffer, directory))
    return createPhotoReader([new Blob([copy])])({ file: 0, path: ['1.jpg'] })
  }
  await expect(spoil((entry) => entry.setUint32(24, 2_000_000_000, true))).rejects.toThrow('larger than 25 MB')
  await expect(spoil((entry) => entry.setUint16(8, 1, true))).rejects.toThrow('password')
  await expect(spoil((entry) => entry.setUint16(10, 14, true))).rejects.toThrow('compressed in a way')
  await expect(spoil((entry) => entry.setUint32(42, 5, true))).rejects.toThrow('damaged')
  await expect(createPhotoReader([new Blob(['no archive'])])({ file: 0, path: ['1.jpg'] })).rejects.toThrow('not a ZIP')
  await expect(createPhotoReader([])({ file: 0, path: ['1.jpg'] })).rejects.toThrow('no longer on this device')
})

test('unpacks no more of a photo than the archive states', async () => {
  const zip = zipSync({ '1.jpg': new Uint8Array(1_000_000) })
  const at = zip.findLastIndex((byte, index) => byte === 0x50 && zip[index + 1] === 0x4b && zip[index + 2] === 1)
  new DataView(zip.buffer).setUint32(at + 24, 10, true)
  const photo = await createPhotoReader([toBlob(zip)])({ file: 0, path: ['1.jpg'] }).catch(() => new Blob())
  expect(photo.size).toBeLessThanOrEqual(10)
})

test('reads the names in archives of the Finder, which have UTF-8 without its flag and decomposed accents', async () => {
  const [list, photo] = ['Città vecchia', 'Bäckerei.jpg'].map((name) => name.normalize('NFD'))
  const kmz = dropUtf8Flag(
    zipSync({ 'doc.kml': kml(placemark('Mill', '<img src="B%C3%A4ckerei.jpg">')), [`${photo}`]: JPEG }),
  )
  const saved = strToU8('Title,Note,URL\nMole,,"https://www.google.com/maps/place/Mole/@45.1,7.2,17z"\n')
  const outer = dropUtf8Flag(zipSync({ [`Takeout/Saved/${list}.csv`]: saved, 'mine.kmz': kmz }))
  const path = ['mine.kmz', 'Bäckerei.jpg']
  for (const { readings } of [readFile('takeout.zip', outer), await readBlob('takeout.zip', toBlob(outer))])
    expect(readings.flatMap(({ places }) => places)).toMatchObject([
      { title: 'Mole', list: 'Città vecchia' },
      { title: 'Mill', photos: [{ path }] },
    ])
  expect((await createPhotoReader([toBlob(outer)])({ file: 0, path })).size).toBe(JPEG.length)
})

test('reads the names in archives of Windows, which have a code page of their own', async () => {
  const kmz = toOemNames(
    zipSync({
      'doc.kml': kml(placemark('Mill', '<img src="B%C3%A4ckerei Stra%C3%9Fe.jpg">')),
      'B@ckerei Stra#e.jpg': JPEG,
    }),
  )
  const [place] = (await readBlob('mine.kmz', toBlob(kmz))).readings.flatMap(({ places }) => places)
  expect(place?.photos).toEqual([{ path: ['Bäckerei Straße.jpg'], file: 0, alt: '' }])
})

/** Replaces "@" and "#" in the name of the photo by the bytes of "ä" and "ß" in code page 850. */
function toOemNames(archive: Uint8Array): Uint8Array {
  const bytes = Buffer.from(archive)
  for (let at = bytes.indexOf('B@ckerei Stra#e'); at >= 0; at = bytes.indexOf('B@ckerei Stra#e')) {
    bytes[at + 1] = 0x84
    bytes[at + 13] = 0xe1
  }
  return bytes
}

/** Removes the flag for UTF-8 from the headers and the directory of an archive. */
function dropUtf8Flag(archive: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(archive)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at + 10 < bytes.length; at += 1) {
    const flags = { 67324752: at + 6, 33639248: at + 8 }[view.getUint32(at, true)]
    if (flags !== undefined) view.setUint16(flags, view.getUint16(flags, true) & ~2048, true)
  }
  return bytes
}
