import { gzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { createDraftRows, describeOverflow } from '../draft-rows.ts'
import { readBlob, readFile } from './read-files.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const TABLE = 'name,lat,lng\nA,1.5,1.5\n'
const WAYPOINT = '<wpt lat="1.5" lon="1.5"><name>A</name></wpt>'
const feature = (properties: string, coordinates: string) =>
  `{"type":"Feature","properties":${properties},"geometry":{"type":"Point","coordinates":${coordinates}}}`
const placemark = (inner: string) =>
  `<kml><Placemark><name>A</name>${inner}<Point><coordinates>1.5,1.5</coordinates></Point></Placemark></kml>`
const manyFiles = () =>
  Object.fromEntries(Array.from({ length: 700 }, (_, index) => [`list-${index}.csv`, encode(TABLE)]))

/**
 * The name of the file, its content, the number of places, and the reason of the first problem or row if there is one.
 */
type Case = [what: string, name: string, content: () => string | Uint8Array, places: number, reason?: RegExp]

const DAMAGED: Case[] = [
  [
    'a ZIP cut in half',
    'takeout.zip',
    () => zipSync({ 'a.csv': [encode(TABLE.repeat(50)), { level: 0 }] }).slice(0, 600),
    0,
    /damaged/,
  ],
  ['a GPX cut in an element', 'x.gpx', () => `<gpx>${WAYPOINT}<wpt lat="2" lon="2"><na`, 1],
  ['a NUL byte in a name', 'x.csv', () => 'name,lat,lng\nA\0B,1.5,1.5\n', 1],
  ['half characters in a name', 'x.geojson', () => feature('{"name":"\\ud800A\\udc00"}', '[1.5,1.5]'), 1],
  [
    'NaN in JSON',
    'x.geojson',
    () => `[${feature('{"name":"A","ele":NaN}', '[1.5,1.5]')},${feature('{"name":"B"}', '[NaN,-Infinity]')}]`,
    1,
    /not a number/,
  ],
  [
    'numbers beyond all numbers',
    'x.geojson',
    () => `[${feature('{"name":"A"}', '[1e999,1]')},${feature('{}', '[1.5,1.5]')}]`,
    1,
    /not a number/,
  ],
  [
    'words and hexadecimals as coordinates',
    'x.csv',
    () => 'name,lat,lng\nA,NaN,Infinity\nB,1e400,1\nC,0x10,1\nD,91.5,1\nE,1.5,1.5\n',
    1,
    /not a number/,
  ],
  [
    'times that do not exist',
    'x.gpx',
    () =>
      `<gpx><wpt lat="1" lon="1"><time>99999-13-45T99:99:99Z</time><name>A</name></wpt><wpt lat="1" lon="2"><time>0000-00-00</time></wpt></gpx>`,
    2,
  ],
  [
    'a quotation mark that is never closed',
    'x.csv',
    () => `name,lat,lng\n"A,1.5,1.5\n${'B,2.5,2.5\n'.repeat(999)}`,
    1000,
  ],
  ['the wrong ending: GPX as CSV', 'x.csv', () => `<?xml version="1.0"?><gpx>${WAYPOINT}</gpx>`, 1],
  ['the wrong ending: CSV as KML', 'x.kml', () => TABLE, 1],
  ['the wrong ending: ZIP as GPX', 'x.gpx', () => zipSync({ 'a.csv': encode(TABLE) }), 1],
  ['a spreadsheet', 'x.xlsx', () => zipSync({ 'xl/workbook.xml': encode('<workbook/>') }), 0, /Save it as CSV/],
  ['a PDF', 'x.txt', () => '%PDF-1.7\n1 0 obj\nstream', 0, /cannot read it/],
  ['a database', 'x.db', () => 'SQLite format 3\0', 0, /cannot read it/],
]

const HOSTILE: Case[] = [
  [
    'gzip that unpacks to 100 MB',
    'x.gpx.gz',
    () => gzipSync(new Uint8Array(100 * 1024 * 1024)),
    0,
    /too large when unpacked/,
  ],
  [
    'a ZIP of many files',
    'x.zip',
    () => zipSync(manyFiles(), { level: 0 }),
    500,
    /200 files were not read, because the archive/,
  ],
  [
    'an internal entity',
    'x.kml',
    () => `<!DOCTYPE kml [<!ENTITY a "aaaa">]><kml>${'&a;'.repeat(9999)}</kml>`,
    0,
    /entities/,
  ],
  [
    'a parameter entity',
    'x.gpx',
    () => '<!DOCTYPE gpx [<!ENTITY % p SYSTEM "http://127.0.0.1:9/x">%p;]><gpx/>',
    0,
    /entities/,
  ],
  [
    'an entity behind a long comment',
    'x.kml',
    () => `<!--${'x'.repeat(150_000)}--><!DOCTYPE kml [<!ENTITY a SYSTEM "file:///etc/passwd">]>${placemark('')}`,
    0,
    /cannot read/,
  ],
  ['paths that climb', 'x.zip', () => zipSync({ '../../etc/a.csv': encode(TABLE), 'C:\\a.csv': encode(TABLE) }), 1],
  ['columns named like prototypes', 'x.csv', () => '__proto__,constructor,name,lat,lng\na,b,A,1.5,1.5\n', 1],
  [
    'keys named like prototypes',
    'x.json',
    () =>
      '{"__proto__":{"isAdmin":true},"places":[{"constructor":{"prototype":{"isAdmin":true}},"name":"A","lat":1.5,"lng":1.5}]}',
    1,
  ],
  [
    'data named like prototypes',
    'x.kml',
    () => placemark('<ExtendedData><Data name="__proto__"><value>x</value></Data></ExtendedData>'),
    1,
  ],
  ['100,000 brackets', 'x.json', () => '['.repeat(100_000) + ']'.repeat(100_000), 0, /no places/],
  ['20,000 columns', 'x.csv', () => `${'c,'.repeat(20_000)}\n${'1,'.repeat(20_000)}\n`, 0],
  ['a line of spaces', 'x.txt', () => `A${' '.repeat(100_000)}B 45.5, 7.5`, 1],
  ['a line of punctuation', 'x.txt', () => `A 45.5, 7.5\n${'-,;'.repeat(50_000)}x`, 1, /neither a link nor a position/],
  ['links that never end', 'x.txt', () => `A 45.5, 7.5\n${'[]('.repeat(50_000)}`, 1, /neither a link nor a position/],
  ['templates that never end', 'x.wiki', () => `{{see|name=A|lat=1|long=1}}${'{{see|'.repeat(30_000)}`, 1],
  [
    'pictures that never end',
    'x.kml',
    () => placemark(`<description><![CDATA[${'<img '.repeat(8000)}]]></description>`),
    1,
  ],
  ['comments that never end', 'x.json', () => `{${'/*'.repeat(100_000)}`, 0, /file is incomplete/],
  [
    'objects nested 100,000 deep',
    'x.geojson',
    () =>
      `[${feature('{"name":"A"}', '[1.5,1.5]')},${feature(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'null')}]`,
    1,
  ],
  [
    '100,000 entries',
    'x.zip',
    () =>
      zipSync(Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`${n}.jpg`, encode('x')])), { level: 0 }),
    0,
    /no file in it/,
  ],
  [
    '100,000 attributes',
    'x.gpx',
    () => `<gpx><wpt ${Array.from({ length: 100_000 }, (_, n) => `a${n}="1"`).join(' ')} lat="1.5" lon="1.5"/></gpx>`,
    1,
  ],
  ['marks that turn the direction of a name', 'x.csv', () => 'name,lat,lng\nABC\u202egpj.exe,1.5,1.5\n', 1],
  [
    'a picture as a table',
    'x.csv',
    () => Uint8Array.from({ length: 2000 }, (_, n) => (n < 4 ? ([0x89, 0x50, 0x4e, 0x47][n] ?? 0) : (n * 7919) % 256)),
    0,
    /cannot read it/,
  ],
  ['no entry', 'x.zip', () => zipSync({}), 0, /no file in it/],
  [
    'contacts that never end',
    'x.vcf',
    () => `BEGIN:VCARD\n${';a="'.repeat(20_000)}\nFN${';X='.repeat(50_000)}:A\nGEO:1.5;1.5\n`,
    1,
  ],
  ['entries of a feed that never end', 'x.rss', () => `<rss>${'<item><title>A'.repeat(20_000)}`, 0],
  [
    'bookmarks that never end',
    'x.html',
    () => `<!DOCTYPE NETSCAPE-Bookmark-file-1>${'<A HREF="'.repeat(50_000)}`,
    0,
    /no places/,
  ],
  ['records of TomTom of no length', 'x.ov2', () => new Uint8Array(1000), 0, /damaged/],
  [
    'a topology that refers to itself 100,000 deep',
    'x.topojson',
    () =>
      `{"type":"Topology","objects":{"a":${'{"type":"GeometryCollection","geometries":['.repeat(5000)}${']}'.repeat(5000)}}}`,
    0,
  ],
  ['positions that never end', 'x.csv', () => `name,wkt\nA,POINT(${'1'.repeat(100_000)}\n`, 0, /cannot be read/],
]

describe.each([...DAMAGED, ...HOSTILE])('a file with %s', (_what, name, content, places, reason) => {
  test('is read as far as possible, in little CPU time', async () => {
    const made = content()
    const bytes = typeof made === 'string' ? encode(made) : made
    const before = process.cpuUsage()
    const { readings, problems } = readFile(name, bytes)
    const { user } = process.cpuUsage(before)
    expect(user / 1e6).toBeLessThan(3)
    expect(readings.flatMap((reading) => reading.places)).toHaveLength(places)
    const reasons = [...problems, ...readings.flatMap(({ unreadable }) => unreadable)].map((problem) => problem.reason)
    if (reason) expect(reasons[0]).toMatch(reason)
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
    for (const { title } of readings.flatMap((reading) => reading.places)) {
      expect(title.isWellFormed() && !title.includes('\0')).toBe(true)
    }
    const streamed = await readBlob(name, new Blob([bytes as Uint8Array<ArrayBuffer>]))
    expect(streamed.readings.flatMap((reading) => reading.places)).toHaveLength(places)
  })
})

test('removes scripts from texts and links', () => {
  const inner = `<description><![CDATA[<a href="javascript:alert(1)">x</a><img src=x onerror=alert(1)>]]></description>
    <ExtendedData><Data name="website"><value>javascript:alert(1)</value></Data></ExtendedData>`
  const places = readFile('x.kml', encode(placemark(inner))).readings.flatMap((reading) => reading.places)
  expect(places).toMatchObject([{ title: 'A', description: 'x', website: '' }])
})

test('removes what the database cannot store from links', () => {
  const text = feature('{"name":"A","website":"https://example.org/\\u0000a\\ud800b"}', '[1.5,1.5]')
  const [place] = readFile('x.geojson', encode(text)).readings.flatMap((reading) => reading.places)
  expect(place?.website).toBe('https://example.org/ab')
})

test('reads the files of an archive that are not protected', async () => {
  const bytes = zipSync({ 'a.csv': encode(TABLE), 'b.csv': encode(TABLE) })
  const directory = bytes.findIndex((_, at) => [0x50, 0x4b, 1, 2].every((byte, next) => bytes[at + next] === byte))
  bytes[directory + 8] = 1
  const { readings, problems } = await readBlob('x.zip', new Blob([bytes as Uint8Array<ArrayBuffer>]))
  expect(readings).toHaveLength(1)
  expect(problems).toEqual([{ file: 'a.csv', reason: expect.stringContaining('protected with a password') }])
})

test('rejects files larger than their archive states instead of truncating them', async () => {
  const bytes = zipSync({ 'a.csv': encode(TABLE.repeat(100)) })
  const directory = bytes.findIndex((_, at) => [0x50, 0x4b, 1, 2].every((byte, next) => bytes[at + next] === byte))
  new DataView(bytes.buffer).setUint32(directory + 24, 40, true)
  const { readings, problems } = await readBlob('x.zip', new Blob([bytes as Uint8Array<ArrayBuffer>]))
  expect(readings).toEqual([])
  expect(problems).toMatchObject([{ reason: expect.stringContaining('damaged') }])
})

test('reports a truncated gzip file', () => {
  const rows = Array.from({ length: 500 }, (_, n) => `A,${n / 10},${n / 7}\n`)
  const cut = gzipSync(encode(`name,lat,lng\n${rows.join('')}`)).slice(0, 1000)
  expect(readFile('x.csv.gz', cut).problems).toEqual([
    { file: 'x.csv.gz', reason: 'The file is damaged. Please download it again.' },
  ])
})

test('reports how many rows exceed the limit of one import', () => {
  const reading = readFile('x.csv', encode(`name,lat,lng\n${'A,1.5,1.5\n'.repeat(100_002)}`))
  expect(createDraftRows(reading)).toHaveLength(100_000)
  expect(describeOverflow(reading)).toContain('The last 2 are left out')
})

/** A file of any size without content. Reading all of it fails the test. */
class EndlessFile extends Blob {
  override get size() {
    return 1024 ** 3
  }
  override slice() {
    return new Blob(['x'.repeat(4)])
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    throw new Error('read as a whole')
  }
}

test('rejects a file of 1 GB without reading it', async () => {
  expect((await readBlob('line.csv', new EndlessFile())).problems).toEqual([
    { file: 'line.csv', reason: 'It is larger than 200 MB.' },
  ])
})

test('unpacks ZIP files inside a ZIP only within the limits of one file, and not those inside them', async () => {
  const zeros = zipSync({ 'a.csv': new Uint8Array(60 * 1024 * 1024) })
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`${index}.zip`, zeros]))
  const { problems } = await readBlob('bomb.zip', new Blob([zipSync(many)]))
  expect(problems.filter(({ reason }) => reason.includes('too large when unpacked'))).toHaveLength(7)
  let nested = zipSync({ 'a.csv': encode(TABLE) })
  for (let depth = 0; depth < 5; depth += 1) nested = zipSync({ 'in.zip': nested })
  const { readings, problems: deep } = await readBlob('deep.zip', new Blob([nested]))
  expect([readings.length, deep.length]).toEqual([0, 1])
})
