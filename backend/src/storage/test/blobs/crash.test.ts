import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { type BundledProgram, bundleProgram } from '../../../../test/bundle-program.ts'
import { toEtag } from '../../blobs/etag.ts'
import { createTestStorage, type TestStorage } from '../test-storage.ts'
import type { CrashPlan, PendingUpload } from './crash-writer.ts'

/** The number of processes that write concurrently. Each is replaced when it is killed. */
const SLOT_COUNT = 4
/** The order of the kills: a number that shares no divisor with their count, so that every point occurs once. */
const STRIDE = 7

interface StoredRow {
  name: string
  version: string
  etag: string
  size: number
}

type Owner = ReturnType<TestStorage['database']['connect']>

/** The steps that a process reported before it was killed. */
interface Report {
  /** The digest that a key must have. Keys with a change in flight are left out. */
  known: Map<string, string>
  pending: PendingUpload[]
  resumedCount: number
}

let program: BundledProgram

beforeAll(async () => {
  program = await bundleProgram(join(import.meta.dirname, 'crash-writer.ts'))
})
afterAll(() => program[Symbol.dispose]())

test('keeps rows and blobs consistent while processes are killed at 200 points (storage 11)', async () => {
  const { resumedCount } = await killOften(200, 250, { untilResumed: true })
  expect(resumedCount).toBeGreaterThan(0)
}, 600_000)

test('keeps rows and blobs consistent on S3 too (storage 11)', async () => {
  vi.stubEnv('STORAGE_TEST_STORE', 's3')
  onTestFinished(() => void vi.unstubAllEnvs())
  await killOften(12, 1200)
}, 400_000)

/**
 * Kills processes after times that are spread evenly up to a maximum, so that no two are killed at the same point. The
 * maximum grows until an upload was resumed, because slow machines need longer. `untilResumed` kills more processes if
 * none was resumed.
 */
async function killOften(
  killCount: number,
  longestLifeMs: number,
  { untilResumed = false } = {},
): Promise<{ resumedCount: number }> {
  await using storage = await createTestStorage()
  await storage.admin.storage.createBucket('kill')
  const owner = storage.database.connect('owner', { max: 3 })
  const cache = await mkdtemp(join(tmpdir(), 'crash-test-'))
  const verified = new Set<string>()
  let [kills, knownCount, resumedCount] = [0, 0, 0]
  const runSlot = async (slot: string) => {
    let pending: PendingUpload[] = []
    while (kills < killCount || (untilResumed && resumedCount === 0)) {
      const point = ((kills * STRIDE) % killCount) / killCount
      kills += 1
      const plan = await createPlan(storage, owner, slot, pending)
      const growth = resumedCount > 0 ? 1 : 1 + kills / 5
      const report = await runAndKill(plan, cache, point * longestLifeMs * growth)
      await waitForSessions(owner, slot)
      await expectSound(storage, owner, { slot, known: report.known, verified })
      pending = report.pending
      knownCount += report.known.size
      resumedCount += report.resumedCount
    }
  }
  try {
    await Promise.all(Array.from({ length: SLOT_COUNT }, (_, index) => runSlot(`slot${index}`)))
    expect(knownCount).toBeGreaterThan(0)
    await expectNoLeftovers(storage, owner)
    return { resumedCount }
  } finally {
    await rm(cache, { recursive: true, force: true })
  }
}

async function createPlan(
  storage: TestStorage,
  owner: Owner,
  slot: string,
  pending: PendingUpload[],
): Promise<CrashPlan> {
  const [place] = await owner<{ name: string }[]>`select current_database() as name`
  const { socket, port } = inject('databaseServer')
  return {
    database: { socket, port, database: place?.name ?? '' },
    dataFolder: storage.folder,
    s3: storage.settings.s3,
    slot,
    pending,
  }
}

/** Runs the writer for a while, kills it, and returns its reports. */
async function runAndKill(plan: CrashPlan, cache: string, lifeMs: number): Promise<Report> {
  const child = spawn(process.execPath, [program.path], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Starting takes most of the time.
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  })
  child.stdin.end(JSON.stringify(plan))
  const report: Report = { known: new Map(), pending: [], resumedCount: 0 }
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    if (line === 'ready') setTimeout(() => child.kill('SIGKILL'), lifeMs)
    else note(report, line)
  })
  await Promise.all([hasEnded(child), new Promise((resolve) => lines.once('close', resolve))])
  return report
}

function note(report: Report, line: string): void {
  const [event, key = '', digest = '-'] = line.split(' ')
  if (event === 'begin') report.known.delete(key)
  if (event === 'end' && digest !== '-') report.known.set(key, digest)
  if (event === 'end') report.pending = report.pending.filter((upload) => upload.key !== key)
  if (event === 'resumed') report.resumedCount += 1
  if (event === 'lost') throw new Error(`The upload of ${key} is unknown after a kill.`)
  // The last line may be incomplete.
  if (event === 'pending' && line.endsWith('}')) {
    const upload: PendingUpload = JSON.parse(line.slice('pending '.length))
    report.pending = [...report.pending.filter((other) => other.key !== upload.key), upload]
  }
}

function hasEnded(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

/** The database ends the transactions of a dead client a moment later. */
async function waitForSessions(owner: Owner, slot: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const [row] = await owner`select count(*)::int as count from pg_stat_activity
          where datname = current_database() and application_name = ${slot}`
        return row?.count
      },
      { timeout: 10_000, interval: 10 },
    )
    .toBe(0)
}

/** Checks that every row has its blob with size and digest, and that every acknowledged write is there. */
async function expectSound(
  storage: TestStorage,
  owner: Owner,
  { slot, known, verified }: { slot: string; known: Map<string, string>; verified: Set<string> },
): Promise<void> {
  const rows = await listRows(owner, slot)
  for (const row of rows) {
    // Versions never change, so each is read once.
    if (verified.has(row.version)) continue
    const content = await storage.blobs.open(row.version)
    const bytes = content instanceof Uint8Array ? content : await buffer(content)
    expect([row.name, bytes.length, toEtag(bytes)]).toEqual([row.name, row.size, row.etag])
    verified.add(row.version)
  }
  const found = new Map(rows.map((row) => [row.name, row.etag]))
  for (const [key, digest] of known) expect([key, found.get(key)]).toEqual([key, digest])
}

function listRows(owner: Owner, slot = ''): Promise<StoredRow[]> {
  return owner<StoredRow[]>`select name, version, metadata ->> 'eTag' as etag,
    (metadata ->> 'size')::int as size from storage.objects where bucket_id = 'kill' and starts_with(name, ${slot})`
}

/** Checks that after grace and expiry the store holds exactly the blobs of the rows. */
async function expectNoLeftovers(storage: TestStorage, owner: Owner): Promise<void> {
  await storage.service.cleaner.deleteExpiredUploads(-1000)
  await owner`update storage.blob_deletions set not_before = now()`
  await storage.service.cleaner.deleteDue()
  await storage.service.cleaner.deleteAbandoned(-1000)
  // Every blob has a record, so the sweep finds nothing.
  expect(await storage.service.cleaner.sweepOrphans(-1000)).toBe(0)
  const rows = await listRows(owner)
  expect(rows.length).toBeGreaterThan(0)
  expect((await storage.listBlobs()).sort()).toEqual(rows.map((row) => row.version).sort())
}
