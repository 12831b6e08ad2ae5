/**
 * The storage service: uploads and downloads as a share of what the disk does, and thumbnails a second.
 * Usage: node bench/storage.ts
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { exportJWK, generateKeyPair } from 'jose'
import sharp from 'sharp'
import { createLog } from '../backend/src/http/log.ts'
import { createTokens } from '../backend/src/http/tokens.ts'
import { openDatabase } from '../backend/src/postgres/database.ts'
import { startEmbeddedPostgres } from '../backend/src/postgres/embedded/start.ts'
import { migrate } from '../backend/src/postgres/migrations.ts'
import { MIGRATION_SETS } from '../backend/src/server.ts'
import { parseStorageSettings } from '../backend/src/storage/settings.ts'
import { createStorageService, type StorageService } from '../backend/src/storage/storage-service.ts'
import type { Row } from './row.ts'

const KEYS = { publishableKey: 'sb_publishable_bench', secretKey: 'sb_secret_bench' }
const HEADERS = { authorization: `Bearer ${KEYS.secretKey}`, 'content-type': 'image/jpeg' }
const FILE_BYTES = 8 * 1024 * 1024
const FILE_COUNT = 12
const CLIENTS = 4
const THUMBNAIL_COUNT = 40
const IN_PROCESS = 'http://storage.bench/storage/v1'

/** Runs everything on a throw-away server of its own (about 30 s). */
export async function benchStorage(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hereabouts-bench-'))
  const server = await startEmbeddedPostgres(join(folder, 'pg'))
  const database = openDatabase({ socket: server.host, port: server.port, database: 'postgres' }, 'seed of the bench')
  try {
    await migrate(database.connect('owner', { max: 1 }), MIGRATION_SETS)
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const key = { ...(await exportJWK(privateKey)), kid: 'bench', alg: 'ES256', key_ops: ['sign'] }
    const service = await createStorageService({
      connect: database.connect,
      tokens: await createTokens([key], 'a shared secret for the bench, long enough'),
      keys: KEYS,
      settings: parseStorageSettings({}),
      dataFolder: folder,
      log: createLog('warn'),
    })
    const bucket = JSON.stringify({ name: 'bench', public: true })
    await request(service.fetch, `${IN_PROCESS}/bucket`, bucket, 'application/json')
    const rows = [...(await measureBytes(service, folder)), ...(await measureThumbnails(service))]
    await service.close()
    return rows
  } finally {
    await database.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Send = (request: Request) => Promise<Response>

/** Posts the body, or gets without one. */
async function request(send: Send, url: string, body?: BodyInit, type = 'image/jpeg'): Promise<Response> {
  const headers = { ...HEADERS, 'content-type': type }
  const response = await send(new Request(url, body === undefined ? { headers } : { method: 'POST', headers, body }))
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response
}

async function measureBytes(service: StorageService, folder: string): Promise<Row[]> {
  const content = randomBytes(FILE_BYTES)
  const diskWrite = await megabytesPerSecond((n) => writeDurably(join(folder, `raw-${n}`), content))
  const diskRead = await megabytesPerSecond((n) => readFile(join(folder, `raw-${n}`)))
  const rows: Row[] = [
    { name: 'disk: write and sync', value: diskWrite, unit: 'MB/s' },
    { name: 'disk: read', value: diskRead, unit: 'MB/s' },
  ]
  const server = createServer(getRequestListener(service.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const ways: [name: string, send: Send, base: string][] = [
    ['in process', service.fetch, IN_PROCESS],
    ['over HTTP', fetch, `http://127.0.0.1:${(server.address() as AddressInfo).port}/storage/v1`],
  ]
  for (const [name, send, base] of ways) {
    const prefix = `${base}/object/bench/${randomUUID()}`
    const upload = await megabytesPerSecond((n) => request(send, `${prefix}-${n}`, content))
    const download = await megabytesPerSecond(async (n) => (await request(send, `${prefix}-${n}`)).arrayBuffer())
    rows.push(
      { name: `upload ${name}`, value: upload, unit: 'MB/s' },
      { name: `upload ${name} / disk`, value: share(upload, diskWrite), unit: 'ratio', aim: '>= 0.7' },
      { name: `download ${name}`, value: download, unit: 'MB/s' },
      { name: `download ${name} / disk`, value: share(download, diskRead), unit: 'ratio', aim: '>= 0.7' },
    )
  }
  server.closeAllConnections()
  server.close()
  return rows
}

/** What the blob store has to do at least: write, sync, rename. */
async function writeDurably(path: string, content: Buffer): Promise<void> {
  const file = await open(`${path}.part`, 'w')
  await file.write(content)
  await file.datasync()
  await file.close()
  await rename(`${path}.part`, path)
}

async function megabytesPerSecond(work: (n: number) => Promise<unknown>): Promise<number> {
  const seconds = await timeAll(FILE_COUNT, CLIENTS, work)
  return Math.round((FILE_COUNT * FILE_BYTES) / 1e6 / seconds)
}

async function measureThumbnails(service: StorageService): Promise<Row[]> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'white', noise } })
    .jpeg()
    .toBuffer()
  for (let n = 0; n < THUMBNAIL_COUNT; n += 1)
    await request(service.fetch, `${IN_PROCESS}/object/bench/photo-${n}`, photo)
  const render = async (n: number) =>
    (
      await request(service.fetch, `${IN_PROCESS}/render/image/public/bench/photo-${n % THUMBNAIL_COUNT}?width=400`)
    ).arrayBuffer()
  const cold = await timeAll(THUMBNAIL_COUNT, CLIENTS, render)
  const cached = await timeAll(THUMBNAIL_COUNT * 10, CLIENTS, render)
  return [
    { name: '400-px thumbnails of 12 megapixels, cold', value: Math.round(THUMBNAIL_COUNT / cold), unit: 'a second' },
    { name: '400-px thumbnails, cached', value: Math.round((THUMBNAIL_COUNT * 10) / cached), unit: 'a second' },
  ]
}

/** Seconds that it takes so many clients to do all the work. */
async function timeAll(count: number, clients: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const start = performance.now()
  let next = 0
  const client = async () => {
    while (next < count) {
      next += 1
      await work(next - 1)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return (performance.now() - start) / 1000
}

function share(part: number, whole: number): number {
  return Math.round((part / whole) * 100) / 100
}

if (process.argv[1] === import.meta.filename) console.table(await benchStorage())
