/**
 * The web app for a visitor: start-up, memory, pages per second, page weight. Usage: node bench/web.ts (after npm run
 * build)
 */
import autocannon from 'autocannon'
import { type BenchSite, createBenchFolder, importPlaces, startBenchSite } from './bench-site.ts'
import { measurePageWeight } from './page-weight.ts'
import { measureMemoryMegabytes } from './processes.ts'
import { type Row, roundFigure } from './row.ts'

const CLIENTS = 16
const LOAD_SECONDS = 6
const FIRST_BYTES = 100
/** As browsers send it. */
const ACCEPTED = { 'accept-encoding': 'gzip, br' }
/** Warm-up, because pages are slower until they are compiled. */
const WARM_UP_SECONDS = 2

/** Makes a request one of a person who may have a session, so that its page is rendered. */
const RENDERED = { cookie: 'sb-bench=1' }
/** A page without data, rendered once. */
const PRERENDERED = '/about'

/** Measures a site with the places of a file, or an empty one. */
export async function benchWeb({ placesFile }: { placesFile: string | undefined }): Promise<Row[]> {
  using folder = createBenchFolder()
  const first = await startBenchSite(folder.path)
  await first[Symbol.asyncDispose]()
  if (placesFile) await importPlaces(folder.path, placesFile)
  await using site = await startBenchSite(folder.path)
  const idle = measureMemoryMegabytes(site.pid)
  const spot = await findSpotPath(site)
  const pages = await measurePages(site, ['/', '/explore', ...(spot ? [spot] : [])])
  return [
    { name: 'first start, with all cities', value: first.startMs, unit: 'ms' },
    { name: 'later start', value: site.startMs, unit: 'ms' },
    { name: 'memory of all processes, idle', value: idle, unit: 'MB' },
    ...pages,
    { name: 'memory of all processes, after load', value: measureMemoryMegabytes(site.pid), unit: 'MB' },
    ...(await measurePageWeight(site.url, '/', 130)),
    ...(await measurePageWeight(site.url, '/explore')),
  ].map((row) => ({ ...row, value: roundFigure(row.value) }))
}

/** Measures pages as visitors get them, compared with a prerendered page, and the same pages when each is rendered. */
async function measurePages(site: BenchSite, paths: string[]): Promise<Row[]> {
  const prerendered = await measurePage(site, PRERENDERED)
  const rows: Row[] = [
    { name: `${PRERENDERED}: prerendered, ${CLIENTS} clients`, value: prerendered.rate, unit: '1/s' },
  ]
  for (const path of paths) {
    const name = path.startsWith('/spot/') ? '/spot/{id}' : path
    const kept = await measurePage(site, path)
    const rendered = await measurePage(site, path, RENDERED)
    rows.push(
      { name: `${name}: from memory, ${CLIENTS} clients`, value: kept.rate, unit: '1/s' },
      { name: `${name}: the same to prerendered`, value: kept.rate / prerendered.rate, unit: 'ratio', aim: '≥ 0.5' },
      {
        name: `${name}: first byte, one client`,
        value: await measureFirstByteMs(site.url + path),
        unit: 'ms (p50)',
        aim: '≤ 5',
      },
      { name: `${name}: rendered, ${CLIENTS} clients`, value: rendered.rate, unit: '1/s' },
      { name: `${name}: p95, rendered`, value: rendered.p95, unit: 'ms (p97.5)' },
    )
  }
  return rows
}

async function measurePage(site: BenchSite, path: string, headers: Record<string, string> = {}) {
  const load = (duration: number) =>
    autocannon({
      url: site.url + path,
      connections: CLIENTS,
      duration,
      workers: 1,
      headers: { ...ACCEPTED, ...headers },
    })
  await load(WARM_UP_SECONDS)
  const { requests, latency, non2xx } = await load(LOAD_SECONDS)
  if (non2xx > 0) throw new Error(`${path} returned ${non2xx} errors.`)
  return { rate: requests.average, p95: latency.p97_5 }
}

async function measureFirstByteMs(url: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < FIRST_BYTES; round += 1) {
    const began = performance.now()
    const response = await fetch(url)
    times.push(performance.now() - began)
    await response.arrayBuffer()
  }
  return times.toSorted((a, b) => a - b)[FIRST_BYTES / 2] ?? Number.NaN
}

/** Returns a spot that the start page links to. */
async function findSpotPath(site: BenchSite): Promise<string | undefined> {
  const html = await (await fetch(site.url)).text()
  return /href="(\/spot\/[a-z0-9]+)"/.exec(html)?.[1]
}

if (import.meta.main) console.table(await benchWeb({ placesFile: process.argv[2] }))
