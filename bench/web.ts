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
/** Warm-up, because pages are slower until they are compiled. */
const WARM_UP_SECONDS = 2

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

async function measurePages(site: BenchSite, paths: string[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const path of paths) {
    const load = (duration: number) => autocannon({ url: site.url + path, connections: CLIENTS, duration, workers: 1 })
    await load(WARM_UP_SECONDS)
    const { requests, latency, non2xx } = await load(LOAD_SECONDS)
    if (non2xx > 0) throw new Error(`${path} returned ${non2xx} errors.`)
    const name = path.startsWith('/spot/') ? '/spot/{id}' : path
    rows.push({ name: `${name}: pages rendered, ${CLIENTS} clients`, value: requests.average, unit: '1/s' })
    rows.push({ name: `${name}: p95`, value: latency.p97_5, unit: 'ms (p97.5)' })
  }
  return rows
}

/** Returns a spot that the start page links to. */
async function findSpotPath(site: BenchSite): Promise<string | undefined> {
  const html = await (await fetch(site.url)).text()
  return /href="(\/spot\/[a-z0-9]+)"/.exec(html)?.[1]
}

if (import.meta.main) console.table(await benchWeb({ placesFile: process.argv[2] }))
