/**
 * Measures the memory of all processes over a simulated day of 100,000 requests, 1,000 uploads and 200 imports of 50
 * places, or a share of it. Usage: node bench/simulated-day.ts [share, 0.1 by default] [web processes, 1 by default]
 * (after npm run build)
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { type BenchSite, createBenchFolder, startBenchSite } from './bench-site.ts'
import { measureMemoryMegabytes } from './processes.ts'
import { type Row, roundFigure } from './row.ts'

const DAY = { requests: 100_000, uploads: 1_000, imports: 200 }
const SLICES = 10
const PLACES_PER_IMPORT = 50
/** A member may start 30 imports per hour. */
const IMPORTS_PER_MEMBER = 25
const CLIENTS = 8
/** The pause before memory is measured. Idle processes return free memory to the system over two minutes. */
const REST_MS = 125_000
/** The number of first slices to skip. Caches and pools fill in them, so they say nothing about a leak. */
const SKIPPED_SLICES = 2
const KEYS = { publishable: 'sb_publishable_of_the_simulated_day', secret: 'sb_secret_of_the_simulated_day' }
/** With this cookie a page is rendered instead of served from memory. */
const RENDERED = { cookie: 'sb-bench=1' }
/** Sessions stay in memory. */
const WITHOUT_STORAGE = { auth: { persistSession: false } }
const DATA = { apikey: KEYS.publishable }
const REQUESTS: { path: string; headers: Record<string, string> }[] = [
  { path: '/', headers: {} },
  { path: '/', headers: RENDERED },
  { path: '/explore', headers: {} },
  { path: '/explore', headers: RENDERED },
  { path: '/about', headers: {} },
  { path: '/auth/login', headers: {} },
  { path: '/rest/v1/categories?limit=20', headers: DATA },
  { path: '/auth/v1/settings', headers: DATA },
]

/** Runs a share of the day in ten slices and fits a line through the memory after each. */
export async function benchSimulatedDay({ share = 0.1, processes = 1 } = {}): Promise<Row[]> {
  using folder = createBenchFolder()
  const environment = { SUPABASE_PUBLISHABLE_KEY: KEYS.publishable, SUPABASE_SECRET_KEY: KEYS.secret }
  await using site = await startBenchSite(folder.path, { processes, environment })
  await createBucket(site.url)
  const members = await Promise.all(
    Array.from({ length: Math.ceil((DAY.imports * share) / IMPORTS_PER_MEMBER) + 1 }, (_, n) =>
      createMember(site.url, n),
    ),
  )
  const photo = await createPhoto()
  let imports = 0
  const chooseMember = () => {
    const member = members[Math.floor(imports / IMPORTS_PER_MEMBER)]
    imports += 1
    if (!member) throw new Error('More imports than the members may start.')
    return member
  }
  const points: { requests: number; megabytes: number }[] = []
  for (let slice = 1; slice <= SLICES; slice += 1) {
    const part = share / SLICES
    await Promise.all([
      requestMany(site, Math.ceil(DAY.requests * part)),
      uploadMany(site.url, photo, Math.ceil(DAY.uploads * part)),
      importMany(chooseMember, Math.ceil(DAY.imports * part)),
    ])
    await sleep(REST_MS)
    points.push({ requests: DAY.requests * part * slice, megabytes: measureMemoryMegabytes(site.pid) })
    process.stderr.write(
      `  ${Math.round(DAY.requests * part * slice)} requests: ${points.at(-1)?.megabytes.toFixed(0)} MB\n`,
    )
  }
  const settled = points.slice(SKIPPED_SLICES)
  const rows: Row[] = [
    { name: 'memory after the first fifth', value: settled[0]?.megabytes ?? 0, unit: 'MB' },
    { name: 'memory at the end', value: settled.at(-1)?.megabytes ?? 0, unit: 'MB' },
    { name: 'growth per 10,000 requests', value: fitSlope(settled) * 10_000, unit: 'MB', aim: '≤ 1' },
  ]
  return rows.map((row) => ({ ...row, value: roundFigure(row.value) }))
}

async function createBucket(url: string): Promise<void> {
  const admin = createClient(url, KEYS.secret, WITHOUT_STORAGE)
  unwrap(await admin.storage.createBucket('day', { public: true }))
}

async function createMember(url: string, n: number): Promise<SupabaseClient> {
  const account = { email: `member-${n}@example.org`, password: 'a long password of the bench' }
  const admin = createClient(url, KEYS.secret, WITHOUT_STORAGE)
  unwrap(await admin.auth.admin.createUser({ ...account, email_confirm: true }))
  const member = createClient(url, KEYS.publishable, WITHOUT_STORAGE)
  unwrap(await member.auth.signInWithPassword(account))
  return member
}

function createPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: 'white', noise } })
    .jpeg()
    .toBuffer()
}

async function requestMany({ url }: BenchSite, count: number): Promise<void> {
  await inTurns(count, CLIENTS, async (n) => {
    const { path, headers } = REQUESTS[n % REQUESTS.length] ?? { path: '/', headers: {} }
    const response = await fetch(url + path, { headers: { ...headers, 'x-forwarded-for': `10.0.${n % 256}.1` } })
    await response.arrayBuffer()
    if (response.status >= 500 && response.status !== 503) throw new Error(`${path} returned ${response.status}.`)
  })
}

/** Uploads photos and requests a thumbnail of each. */
async function uploadMany(url: string, photo: Buffer, count: number): Promise<void> {
  const { storage } = createClient(url, KEYS.secret, WITHOUT_STORAGE)
  const bucket = storage.from('day')
  await inTurns(count, 1, async () => {
    const name = `${crypto.randomUUID()}.jpg`
    unwrap(await bucket.upload(name, photo, { contentType: 'image/jpeg' }))
    await (await fetch(bucket.getPublicUrl(name, { transform: { width: 400 } }).data.publicUrl)).arrayBuffer()
  })
}

async function importMany(chooseMember: () => SupabaseClient, count: number): Promise<void> {
  await inTurns(count, 1, async (n) => {
    const member = chooseMember()
    const id = unwrap(await member.rpc('start_import', { name: `import ${n}`, row_count: PLACES_PER_IMPORT }))
    const rows = Array.from({ length: PLACES_PER_IMPORT }, (_, row) => ({
      number: row + 1,
      title: `Place ${crypto.randomUUID()}`,
      category: 'castle',
      lng: Math.random() * 15 + 5,
      lat: Math.random() * 12 + 40,
    }))
    unwrap(await member.rpc('add_import_rows', { import: id, rows }))
    unwrap(await member.rpc('set_import_status', { import: id, status: 'running' }))
  })
}

/** Runs tasks by number, some of them concurrently. */
async function inTurns(count: number, clients: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0
  const run = async () => {
    while (next < count) {
      next += 1
      await work(next - 1)
    }
  }
  await Promise.all(Array.from({ length: clients }, run))
}

function unwrap<Result extends { data: unknown; error: Error | null }>({ data, error }: Result): Result['data'] {
  if (error) throw error
  return data
}

/** Returns the slope of the least-squares line in MB per request. */
function fitSlope(points: { requests: number; megabytes: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(points.map(({ requests }) => requests))
  const y = mean(points.map(({ megabytes }) => megabytes))
  const covariance = points.reduce((sum, point) => sum + (point.requests - x) * (point.megabytes - y), 0)
  return covariance / points.reduce((sum, { requests }) => sum + (requests - x) ** 2, 0)
}

if (import.meta.main) {
  const [, , share = '0.1', processes = '1'] = process.argv
  console.table(await benchSimulatedDay({ share: Number(share), processes: Number(processes) }))
}
