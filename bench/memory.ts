/**
 * Measures the memory of all processes two minutes after 200 loaded connections, with and without 400 slow ones. Usage:
 * node bench/memory.ts [places] (after npm run build). `WEB_PROCESSES` sets the number of web processes (default 1).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { createBenchFolder, importPlaces, startBenchSite } from './bench-site.ts'
import { measureMemoryMegabytes } from './processes.ts'
import { type Row, roundFigure } from './row.ts'
import { startSlowClient } from './slow-client.ts'

const LOADED = 200
const SLOW = 400
const LOAD_SECONDS = 60
const REST_MS = 120_000
/** The garbage of the start is collected by then. */
const IDLE_MS = 20_000
const PATHS = ['/', '/explore', '/about', '/auth/login']

/** Compares two runs of the site: the same load without and with slow connections. */
export async function benchMemory({ placesFile }: { placesFile: string | undefined }): Promise<Row[]> {
  using folder = createBenchFolder()
  if (placesFile) await importPlaces(folder.path, placesFile)
  const without = await measureAfterLoad(folder.path, 0)
  const withSlow = await measureAfterLoad(folder.path, SLOW)
  const rows: Row[] = [
    { name: 'memory of all processes, idle', value: without.idle, unit: 'MB', aim: '≤ 280' },
    { name: `two minutes after ${LOADED} loaded connections`, value: without.after, unit: 'MB', aim: '≤ 450' },
    {
      name: `two minutes after ${LOADED} loaded and ${SLOW} slow connections`,
      value: withSlow.after,
      unit: 'MB',
      aim: '≤ 500',
    },
    { name: 'with slow connections to without', value: withSlow.after / without.after, unit: 'ratio', aim: '≤ 1.3' },
  ]
  return rows.map((row) => ({ ...row, value: roundFigure(row.value) }))
}

async function measureAfterLoad(dataFolder: string, slow: number): Promise<{ idle: number; after: number }> {
  await using site = await startBenchSite(dataFolder, { processes: Number(process.env.WEB_PROCESSES ?? 1) })
  await sleep(IDLE_MS)
  const idle = measureMemoryMegabytes(site.pid)
  const port = Number(new URL(site.url).port)
  const clients = Array.from({ length: slow }, (_, i) => startSlowClient(port, PATHS[(i >> 2) % 2] ?? '/', i))
  await load(site.url)
  for (const client of clients) client.retire()
  await sleep(REST_MS)
  const after = measureMemoryMegabytes(site.pid)
  for (const client of clients) client.close()
  return { idle, after }
}

/** Loads the site from many addresses. */
async function load(url: string): Promise<void> {
  let count = 0
  await autocannon({
    url,
    connections: LOADED,
    duration: LOAD_SECONDS,
    setupClient: (client) => {
      count += 1
      const headers = { 'accept-encoding': 'br', 'x-forwarded-for': `10.0.0.${count}` }
      client.setRequests(PATHS.map((path) => ({ method: 'GET', path, headers })))
    },
  })
}

if (import.meta.main) console.table(await benchMemory({ placesFile: process.argv[2] }))
