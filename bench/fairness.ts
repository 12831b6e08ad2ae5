/**
 * Measures how long pages take for other visitors while one visitor sends slow filters to the data service over 30
 * connections. Then applies a mixed load of 200 connections for a minute. Usage: node bench/fairness.ts [--quick]
 * (after npm run build)
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { openDatabase } from '../backend/src/postgres/database.ts'
import { type BenchSite, createBenchFolder, startBenchSite } from './bench-site.ts'
import { createPlaceSamples } from './data/place-samples.ts'
import { type Row, roundFigure } from './row.ts'

const ATTACKERS = 30
const VISITORS = 2
const PAGES = ['/', '/explore']
const ATTACK_MS = 20_000
const CROWD = 200
const CROWD_SECONDS = 60
/** The timeout of a request. Longer than any response may take: a visitor would have left by then. */
const PATIENCE_MS = 30_000
/** The status of a request without an answer. It counts as an error of the server. */
const GAVE_UP = 599
/** A filter that no trigram index can serve, so every spot is read. */
const SLOW_FILTER = '/rest/v1/spots?select=id&description=ilike.*w%25th%25w%25lk%25zzz*&limit=1'
const MIXED = [...PAGES, '/about', '/rest/v1/spots?select=id,title&limit=20', SLOW_FILTER]

/** Measures one site with generated places: 300,000, or 50,000 with `quick`. */
export async function benchFairness({ quick = false }: { quick?: boolean } = {}): Promise<Row[]> {
  using folder = createBenchFolder()
  await (await startBenchSite(folder.path))[Symbol.asyncDispose]()
  await using site = await startBenchSite(folder.path)
  await seed(folder.path, quick ? 50_000 : 300_000)
  const { publishableKey } = JSON.parse(readFileSync(join(folder.path, 'secrets.json'), 'utf8')) as Record<
    string,
    string
  >
  const sendRequest = createRequester(site, publishableKey ?? '')
  for (const path of PAGES) await visit(sendRequest, path, 2000)
  const idle = await measurePages(sendRequest)
  const attack = startAttack(sendRequest)
  const attacked = await measurePages(sendRequest)
  const rejected = await attack()
  const rows: Row[] = PAGES.flatMap((path, i) => {
    const [before = Number.NaN, during = Number.NaN] = [idle[i], attacked[i]]
    return [
      { name: `${path}: p95, idle`, value: before, unit: 'ms' },
      { name: `${path}: p95 while one visitor attacks`, value: during, unit: 'ms' },
      { name: `${path}: attacked to idle`, value: during / before, unit: 'ratio', aim: '< 3' },
    ]
  })
  const attackRow: Row = { name: 'answers 429 to the attacker', value: rejected, unit: '' }
  return [
    ...rows,
    attackRow,
    ...(await measureCrowd(site, publishableKey ?? '')),
    await measureRecovery(sendRequest),
  ].map((row) => ({ ...row, value: roundFigure(row.value) }))
}

async function seed(dataFolder: string, count: number): Promise<void> {
  await using database = openDatabase({ socket: join(dataFolder, 'run'), port: 5432, database: 'postgres' }, 'bench')
  const owner = database.connect('owner', { max: 1 })
  await createPlaceSamples(owner, count)
  await owner`select public.refresh_spot_cells(rebuild => true)`
}

interface Answer {
  status: number
  milliseconds: number
}

type Ask = (path: string, address: string) => Promise<Answer>

/** Returns a function that sends requests as a trusted proxy does, with the address of each visitor. */
function createRequester({ url }: BenchSite, apikey: string): Ask {
  return async (path, address) => {
    const began = performance.now()
    const isData = path.startsWith('/rest/')
    const headers = { accept: isData ? '*/*' : 'text/html', 'x-forwarded-for': address, ...(isData ? { apikey } : {}) }
    const status = await fetch(url + path, { headers, signal: AbortSignal.timeout(PATIENCE_MS) })
      .then(async (response) => {
        await response.arrayBuffer()
        return response.status
      })
      .catch(() => GAVE_UP)
    return { status, milliseconds: performance.now() - began }
  }
}

/** Requests a page repeatedly as several visitors and returns the response times. */
async function visit(sendRequest: Ask, path: string, durationMs: number): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + durationMs
  const visitor = async (address: string) => {
    while (performance.now() < until) {
      const { status, milliseconds } = await sendRequest(path, address)
      if (status !== 200) throw new Error(`${path} returned ${status}.`)
      times.push(milliseconds)
    }
  }
  await Promise.all(Array.from({ length: VISITORS }, (_, i) => visitor(`198.51.100.${i}`)))
  return times
}

async function measurePages(sendRequest: Ask): Promise<number[]> {
  const all: number[] = []
  for (const path of PAGES) all.push(quantile(await visit(sendRequest, path, ATTACK_MS / PAGES.length), 0.95))
  return all
}

/**
 * Sends requests as one visitor over 30 connections. Returns a function that stops them and returns the number of 429
 * responses.
 */
function startAttack(sendRequest: Ask): () => Promise<number> {
  let isOver = false
  let rejected = 0
  const attackers = Array.from({ length: ATTACKERS }, async () => {
    while (!isOver) {
      const { status } = await sendRequest(SLOW_FILTER, '203.0.113.1')
      if (status === 429) rejected += 1
    }
  })
  return async () => {
    isOver = true
    await Promise.all(attackers)
    return rejected
  }
}

/**
 * Measures a mixed load of pages and data by many clients. Uses a lightweight client, because it shares the cores with
 * the server.
 */
async function measureCrowd({ url }: BenchSite, apikey: string): Promise<Row[]> {
  let count = 0
  const { statusCodeStats, errors, latency } = await autocannon({
    url,
    connections: CROWD,
    duration: CROWD_SECONDS,
    timeout: PATIENCE_MS / 1000,
    setupClient: (client) => {
      count += 1
      const headers = { apikey, 'accept-encoding': 'br', 'x-forwarded-for': `192.0.2.${count}` }
      client.setRequests(MIXED.map((path) => ({ method: 'GET', path, headers })))
    },
  })
  const sum = (matches: (status: number) => boolean) =>
    Object.entries(statusCodeStats).reduce(
      (total, [status, entry]) => total + (matches(Number(status)) ? entry.count : 0),
      0,
    )
  return [
    { name: `${CROWD} clients: answers`, value: sum(() => true), unit: '' },
    {
      name: `${CROWD} clients: of these 503 and 429`,
      value: sum((status) => status === 503 || status === 429),
      unit: '',
    },
    {
      name: `${CROWD} clients: other 5xx`,
      value: sum((status) => status >= 500 && status !== 503),
      unit: '',
      aim: '0',
    },
    { name: `${CROWD} clients: no answer`, value: errors, unit: '', aim: '0' },
    { name: `${CROWD} clients: p99`, value: latency.p99, unit: 'ms', aim: '≤ 5000' },
  ]
}

/** Measures the time until both pages return 200 again. */
async function measureRecovery(sendRequest: Ask): Promise<Row> {
  const began = performance.now()
  for (;;) {
    const all = await Promise.all(PAGES.map((path) => sendRequest(path, '198.51.100.1')))
    if (all.every(({ status }) => status === 200)) break
    await sleep(100)
  }
  return { name: 'recovery', value: performance.now() - began, unit: 'ms', aim: '≤ 5000' }
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

if (import.meta.main) console.table(await benchFairness({ quick: process.argv.includes('--quick') }))
