/**
 * Measures the web app for visitors and members: start-up, memory, pages per second, page weight. Usage: node
 * bench/web.ts (after npm run build)
 */
import { createServerClient } from '@supabase/ssr'
import autocannon from 'autocannon'
import { type BenchSite, createBenchFolder, importPlaces, startBenchSite } from './bench-site.ts'
import { measurePageWeight } from './page-weight.ts'
import { measureFamilyProcessorMs, measureMemoryMegabytes, measureProcessorMs } from './processes.ts'
import { type Row, roundFigure } from './row.ts'

const CLIENTS = 16
const LOAD_SECONDS = 6
const FIRST_BYTES = 100
/** The header as browsers send it. */
const ACCEPTED = { 'accept-encoding': 'gzip, br' }
/** Warm-up, because pages are slower until they are compiled. */
const WARM_UP_SECONDS = 2

/** With this cookie the client may have a session, so its page is rendered. */
const RENDERED = { cookie: 'sb-bench=1' }
/** The number of pages whose CPU time is measured, after some to warm up. */
const TIMED_PAGES = 200
const WARM_UP_PAGES = 100
const TIMED_CLIENTS = 4
const PASSWORD = 'correct horse battery'
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
  const paths = ['/', '/explore', ...(spot ? [spot] : [])]
  const pages = [...(await measurePages(site, paths)), ...(await measureCosts(site, paths))]
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

/**
 * Measures pages as visitors get them, compared with a prerendered page and with the same pages rendered for each
 * request.
 */
async function measurePages(site: BenchSite, paths: string[]): Promise<Row[]> {
  const prerendered = await measurePage(site, PRERENDERED)
  const rows: Row[] = [
    { name: `${PRERENDERED}: prerendered, ${CLIENTS} clients`, value: prerendered.rate, unit: '1/s' },
  ]
  for (const path of paths) {
    const name = nameOf(path)
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

/** Measures the CPU time of a rendered page, for a visitor and for a member with a session. */
async function measureCosts(site: BenchSite, paths: string[]): Promise<Row[]> {
  const member = { cookie: await signUp(site.url) }
  const rows: Row[] = []
  for (const path of paths) {
    for (const [who, headers] of Object.entries({ visitor: RENDERED, member })) {
      const { siteMs, databaseMs } = await measureCost(site, path, headers)
      const name = `${nameOf(path)}: processor time of a page for a ${who}`
      rows.push(
        { name: `${name}, site`, value: siteMs, unit: 'ms' },
        { name: `${name}, database`, value: databaseMs, unit: 'ms' },
      )
    }
  }
  return rows
}

async function measureCost({ url, pid }: BenchSite, path: string, headers: Record<string, string>) {
  const load = async (pages: number) => {
    let left = pages
    const client = async () => {
      for (; left > 0; ) {
        left -= 1
        const response = await fetch(url + path, { headers: { ...ACCEPTED, ...headers } })
        await response.arrayBuffer()
        if (response.status !== 200) throw new Error(`${path} returned ${response.status}.`)
      }
    }
    await Promise.all(Array.from({ length: TIMED_CLIENTS }, client))
  }
  await load(WARM_UP_PAGES)
  const [siteBefore, familyBefore] = [measureProcessorMs(pid), measureFamilyProcessorMs(pid)]
  await load(TIMED_PAGES)
  const siteMs = (measureProcessorMs(pid) - siteBefore) / TIMED_PAGES
  const familyMs = (measureFamilyProcessorMs(pid) - familyBefore) / TIMED_PAGES
  return { siteMs, databaseMs: familyMs - siteMs }
}

/** Signs a member up and returns the cookies of the session, created by the library that the app uses. */
async function signUp(url: string): Promise<string> {
  const jar = new Map<string, string>()
  const client = createServerClient(url, await readPublishableKey(url), {
    cookies: {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      setAll: (cookies) => {
        for (const { name, value } of cookies) jar.set(name, value)
      },
    },
  })
  const { error } = await client.auth.signUp({
    email: 'bench@example.org',
    password: PASSWORD,
    options: { data: { username: 'bench' } },
  })
  if (error) throw new Error(`The member could not be signed up: ${error.message}`)
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** Reads the key from the settings that every page carries for its scripts. */
async function readPublishableKey(url: string): Promise<string> {
  const key = /"publishableKey":"([^"]+)"/.exec(await (await fetch(url)).text())?.[1]
  if (!key) throw new Error('The page has no publishable key.')
  return key
}

function nameOf(path: string): string {
  return path.startsWith('/spot/') ? '/spot/{id}' : path
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
