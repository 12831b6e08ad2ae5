import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, inject, test } from 'vitest'
import { createTestStorage, type TestStorage } from '../test-storage.ts'

/** How often the process is killed; the full proof takes STORAGE_KILLS=200 and some minutes. */
const KILL_COUNT = Number(process.env.STORAGE_KILLS ?? 6)
const LONGEST_LIFE_MS = 400

interface StoredRow {
  name: string
  version: string
  etag: string
  size: number
}

test(
  `metadata and blobs never drift apart, however often the process is killed (${KILL_COUNT} times)`,
  async () => {
    await using storage = await createTestStorage()
    await storage.admin.storage.createBucket('kill')
    const owner = storage.database.connect('owner', { max: 2 })
    const [place] = await owner<{ name: string }[]>`select current_database() as name`
    let knownCount = 0
    for (let kill = 0; kill < KILL_COUNT; kill += 1) {
      const known = await runAndKill(place?.name ?? '', storage.folder)
      await waitForIdle(owner)
      const rows = await listRows(owner)
      for (const row of rows) {
        const content = await readFile(blobPath(storage.folder, row.version))
        expect([row.name, content.length, md5(content)]).toEqual([row.name, row.size, row.etag])
      }
      // What was acknowledged is there, and nothing else took its place.
      const found = new Map(rows.map((row) => [row.name, row.etag]))
      for (const [key, digest] of known) expect([key, found.get(key)]).toEqual([key, digest])
      knownCount += known.size
    }
    expect(knownCount).toBeGreaterThan(0)
    await expectNoLeftovers(storage, await listRows(owner))
  },
  60_000 + KILL_COUNT * 5_000,
)

/** Lets the writer run for a random time, kills it, and returns what keys are known to hold: those not being changed. */
async function runAndKill(database: string, folder: string): Promise<Map<string, string>> {
  const { socket, port } = inject('databaseServer')
  const program = join(import.meta.dirname, 'crash-writer.ts')
  const child = spawn(process.execPath, [program, socket, String(port), database, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const known = new Map<string, string>()
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    const [event, key = '', digest = '-'] = line.split(' ')
    if (event === 'ready') setTimeout(() => child.kill('SIGKILL'), Math.random() * LONGEST_LIFE_MS)
    if (event === 'begin') known.delete(key)
    if (event === 'end' && digest !== '-') known.set(key, digest)
  })
  await Promise.all([hasEnded(child), new Promise((resolve) => lines.once('close', resolve))])
  return known
}

function hasEnded(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

/** The database ends the transactions of a dead client a moment later. */
async function waitForIdle(owner: ReturnType<TestStorage['database']['connect']>): Promise<void> {
  await expect
    .poll(async () => {
      const [row] = await owner`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and usename = 'authenticator' and state <> 'idle'`
      return row?.count
    })
    .toBe(0)
}

function listRows(owner: ReturnType<TestStorage['database']['connect']>): Promise<StoredRow[]> {
  return owner<StoredRow[]>`select name, version, trim('"' from metadata ->> 'eTag') as etag,
    (metadata ->> 'size')::int as size from storage.objects where bucket_id = 'kill'`
}

/** After the grace and the sweep the folder holds exactly what the rows tell of. */
async function expectNoLeftovers(storage: TestStorage, rows: StoredRow[]): Promise<void> {
  await storage.database.connect('owner', { max: 1 })`update storage.blob_deletions set not_before = now()`
  await storage.service.cleaner.deleteDue()
  await storage.service.cleaner.sweepOrphans(-1000)
  const entries = await readdir(join(storage.folder, 'storage/blobs'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  expect(files.sort()).toEqual(rows.map((row) => row.version).sort())
}

const blobPath = (folder: string, version: string) =>
  join(folder, 'storage/blobs', version.slice(0, 2), version.slice(2, 4), version)
const md5 = (content: Buffer) => createHash('md5').update(content).digest('hex')
