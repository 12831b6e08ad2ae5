// Measures reading files of places and importing them: npm exec -c 'node bench/imports.ts'.
import { randomUUID } from 'node:crypto'
import { loadCities } from '../backend/src/cities/load-cities.ts'
import type { Sql } from '../backend/src/postgres/statements/sql.ts'
import { withScratchDatabase } from '../scripts/scratch-database.ts'
import { readFile } from '../web/app/features/imports/reading/read-files.ts'
import { type Row, roundFigure } from './row.ts'

const PLACES = 100_000
/** The number of rows to import. The time for all rows is in proportion. */
const IMPORTED = 20_000
const STEP = 500
const MEGABYTE = 1024 * 1024

/** Measures rows per second of each format, the memory of the largest file, and the steps of the database. */
export async function benchImports(): Promise<Row[]> {
  const rows: Row[] = []
  for (const [file, create] of Object.entries(FILES)) {
    const bytes = new TextEncoder().encode(create())
    const before = process.memoryUsage().rss
    const startedAt = performance.now()
    const { readings } = readFile(file, bytes)
    const seconds = (performance.now() - startedAt) / 1000
    const places = readings.reduce((sum, reading) => sum + reading.places.length, 0)
    if (places !== PLACES) throw new Error(`${file}: ${places} places read`)
    const megabytes = (process.memoryUsage().rss - before) / MEGABYTE
    rows.push({ name: `read ${file}`, value: roundFigure(places / seconds), unit: 'rows/s', aim: '≥ 1,700' })
    rows.push({ name: `memory for ${file}`, value: roundFigure(megabytes), unit: 'MB', aim: '≤ 200' })
  }
  return [...rows, ...(await withScratchDatabase(measureDatabase))]
}

async function measureDatabase(owner: Sql): Promise<Row[]> {
  await loadCities(owner)
  await owner`analyze`
  const member = randomUUID()
  await owner`insert into auth.users (id, email) values (${member}, 'member@example.org')`
  await owner`insert into public.users (id, username) values (${member}, 'member')`
  const [created] = await owner<{ id: string }[]>`
    insert into public.imports (member_id, name, row_count, status) values (${member}, 'bench', ${IMPORTED}, 'running') returning id`
  const id = created?.id ?? ''
  // Europe has the most cities, so finding the nearest takes longest there.
  await owner`insert into public.import_rows (import_id, number, title, category, lng, lat, list)
    select ${id}, n, 'Place ' || n, 'castle', (n * 7919 % 15000) / 1000.0 + 5, (n * 104729 % 12000) / 1000.0 + 40, 'Castles'
    from generate_series(1, ${IMPORTED}::int) as n`
  const imported = await measureSteps(owner)
  await owner`update public.imports set status = 'undoing' where id = ${id}`
  const undone = await measureSteps(owner)
  return [
    { name: 'imported in the background', value: roundFigure(imported), unit: 'rows/s', aim: '≥ 1,700' },
    { name: 'undone in the background', value: roundFigure(undone), unit: 'rows/s', aim: '≥ 1,700' },
  ]
}

/** Runs all steps and returns the rows per second. */
async function measureSteps(owner: Sql): Promise<number> {
  const startedAt = performance.now()
  for (let left = 1; left > 0; ) {
    const [step] = await owner<{ n: number }[]>`select public.continue_imports(${STEP}) as n`
    left = step?.n ?? 0
  }
  return IMPORTED / ((performance.now() - startedAt) / 1000)
}

const position = (n: number) => [((n * 7) % 3600) / 10 - 180, ((n * 13) % 1700) / 10 - 85] as const

function createLines(
  start: string,
  line: (n: number, lng: number, lat: number) => string,
  between: string,
  end: string,
) {
  return start + Array.from({ length: PLACES }, (_, n) => line(n, ...position(n))).join(between) + end
}

const FEATURE = (n: number, lng: number, lat: number) =>
  `{"type":"Feature","geometry":{"type":"Point","coordinates":[${lng},${lat}]},"properties":{"name":"Place ${n}","category":"castle"}}`

/** One file of each format, with 100,000 places. */
const FILES: Record<string, () => string> = {
  'places.gpx': () =>
    createLines(
      '<gpx>',
      (n, lng, lat) => `<wpt lat="${lat}" lon="${lng}"><name>Place ${n}</name></wpt>`,
      '\n',
      '</gpx>',
    ),
  'places.kml': () =>
    createLines(
      '<kml><Document>',
      (n, lng, lat) =>
        `<Placemark><name>Place ${n}</name><Point><coordinates>${lng},${lat}</coordinates></Point></Placemark>`,
      '\n',
      '</Document></kml>',
    ),
  'places.osm': () =>
    createLines(
      '<osm>',
      (n, lng, lat) => `<node id="${n}" lat="${lat}" lon="${lng}"><tag k="name" v="Place ${n}"/></node>`,
      '\n',
      '</osm>',
    ),
  'places.geojson': () => createLines('{"type":"FeatureCollection","features":[', FEATURE, ',', ']}'),
  'places.ndjson': () => createLines('', FEATURE, '\n', '\n'),
  'places.csv': () => createLines('name,latitude,longitude\n', (n, lng, lat) => `Place ${n},${lat},${lng}`, '\n', '\n'),
  'places.json': () =>
    createLines(
      '{"places":[',
      (n, lng, lat) => `{"name":"Place ${n}","lat":${lat},"lng":${lng}}`,
      ',',
      '],"trips":[]}',
    ),
  'places.txt': () => createLines('', (n, lng, lat) => `${lat.toFixed(4)}, ${lng.toFixed(4)} Place ${n}`, '\n', '\n'),
}

if (import.meta.main) console.table(await benchImports())
