/**
 * Measures pages per second with one and two web processes, and the CPU time that limits them: on two cores the
 * processes compete with PostgreSQL and the load generator. Usage: node bench/several-processes.ts [places] (after npm
 * run build)
 */
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { type BenchSite, createBenchFolder, importPlaces, startBenchSite } from './bench-site.ts'
import { measureFamilyProcessorMs, measureMemoryMegabytes } from './processes.ts'
import { type Row, roundFigure } from './row.ts'

const CLIENTS = 32
const LOAD_SECONDS = 8
const WARM_UP_SECONDS = 4
/** The time until the second process is ready as well. */
const SETTLE_MS = 5000
const PAGES: { name: string; path: string; headers: Record<string, string> }[] = [
  { name: '/ from memory', path: '/', headers: {} },
  // With this cookie the client may have a session, so its page is rendered.
  { name: '/ rendered', path: '/', headers: { cookie: 'sb-bench=1' } },
  { name: '/explore rendered', path: '/explore', headers: { cookie: 'sb-bench=1' } },
]

interface Figures {
  rate: number
  /** CPU time of all processes of the site per page. */
  pageMs: number
}

/** Compares a site of one process with one of two. */
export async function benchSeveralProcesses({ placesFile }: { placesFile: string | undefined }): Promise<Row[]> {
  using folder = createBenchFolder()
  if (placesFile) await importPlaces(folder.path, placesFile)
  const one = await measureSite(folder.path, 1)
  const two = await measureSite(folder.path, 2)
  const rows = PAGES.flatMap(({ name }, index): Row[] => {
    const [alone, both] = [one.pages[index], two.pages[index]]
    if (!alone || !both) return []
    return [
      { name: `${name}, one process`, value: alone.rate, unit: '1/s' },
      { name: `${name}, two processes`, value: both.rate, unit: '1/s' },
      { name: `${name}, two to one`, value: both.rate / alone.rate, unit: 'ratio', aim: '≥ 1.7' },
      { name: `${name}, processor time of one process`, value: alone.pageMs, unit: 'ms a page' },
      { name: `${name}, processor time of two processes`, value: both.pageMs, unit: 'ms a page' },
    ]
  })
  return [
    ...rows,
    { name: 'memory of all processes, idle, one process', value: one.memory, unit: 'MB' },
    { name: 'memory of all processes, idle, two processes', value: two.memory, unit: 'MB' },
  ].map((row) => ({ ...row, value: roundFigure(row.value) }))
}

async function measureSite(dataFolder: string, processes: number): Promise<{ pages: Figures[]; memory: number }> {
  await using site = await startBenchSite(dataFolder, { processes })
  await sleep(SETTLE_MS)
  const memory = measureMemoryMegabytes(site.pid)
  const pages: Figures[] = []
  for (const page of PAGES) {
    await load(site, page, WARM_UP_SECONDS)
    const before = measureFamilyProcessorMs(site.pid)
    const count = await load(site, page, LOAD_SECONDS)
    pages.push({
      rate: count / LOAD_SECONDS,
      pageMs: (measureFamilyProcessorMs(site.pid) - before) / count,
    })
  }
  return { pages, memory }
}

/** Loads a page from many addresses. Returns the number of responses. */
async function load(site: BenchSite, { path, headers }: (typeof PAGES)[number], duration: number): Promise<number> {
  let clients = 0
  const { requests, non2xx } = await autocannon({
    url: site.url,
    connections: CLIENTS,
    duration,
    setupClient: (client) => {
      clients += 1
      const address = { 'accept-encoding': 'gzip, br', 'x-forwarded-for': `10.0.0.${clients}` }
      client.setRequests([{ method: 'GET', path, headers: { ...address, ...headers } }])
    },
  })
  if (non2xx > 0) throw new Error(`${path} returned ${non2xx} errors.`)
  return requests.average * duration
}

if (import.meta.main) console.table(await benchSeveralProcesses({ placesFile: process.argv[2] }))
