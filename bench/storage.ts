/**
 * The storage service over HTTP: uploads and downloads as a share of what the disk does, and thumbnails a
 * second. Both sides of a share move files of one size, so many at once, and sync what they write; they take turns, so
 * that what else the machine does meets both.
 * Usage: node bench/storage.ts
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { Agent, type IncomingMessage, request as openRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import sharp from 'sharp'
import { type Row, roundFigure } from './row.ts'
import { STORAGE_KEYS } from './storage-keys.ts'
import type { StorageServerReport } from './storage-server.ts'

const MEGABYTE = 1e6
const SIZES: { megabytes: number; count: number }[] = [
  { megabytes: 1, count: 64 },
  { megabytes: 8, count: 16 },
  { megabytes: 64, count: 4 },
]
const ROUNDS = 5
const CLIENTS = 4
const THUMBNAIL_COUNT = 40
const READ_BYTES = 1024 * 1024

/** The server of the bench, seen from outside. */
interface Peer {
  folder: string
  base: string
  agent: Agent
  process: ChildProcess
}

/** Runs everything on a throw-away server of its own (about a minute). */
export async function benchStorage(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hereabouts-bench-'))
  const server = fork(join(import.meta.dirname, 'storage-server.ts'), [folder])
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  try {
    const { port = 0 } = await readReport(server)
    const peer = { folder, base: `http://127.0.0.1:${port}/storage/v1`, agent, process: server }
    await send(peer, '/bucket', Buffer.from('{"name":"bench","public":true}'), 'application/json')
    const rows: Row[] = []
    for (const { megabytes, count } of SIZES) rows.push(...(await measureSize(peer, megabytes, count)))
    return [...rows, ...(await measureThumbnails(peer))]
  } finally {
    agent.destroy()
    if (server.connected) server.disconnect()
    if (server.exitCode === null) await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function readReport(server: ChildProcess): Promise<StorageServerReport> {
  const [message] = await once(server, 'message')
  return message as StorageServerReport
}

async function readProcessorSeconds({ process: server }: Peer): Promise<number> {
  server.send('processor time?')
  return (await readReport(server)).processorSeconds ?? 0
}

/** One way to move files: how fast, and what the server worked for it. */
interface Slice {
  megabytesPerSecond: number
  /** Processor time of the server, without PostgreSQL's. */
  processorMsPerMegabyte: number
}

async function measureSize(peer: Peer, megabytes: number, count: number): Promise<Row[]> {
  const content = randomBytes(megabytes * MEGABYTE)
  const measure = async (work: (n: number) => Promise<unknown>): Promise<Slice> => {
    const before = await readProcessorSeconds(peer)
    const seconds = await timeAll(count, CLIENTS, work)
    const processorSeconds = (await readProcessorSeconds(peer)) - before
    return {
      megabytesPerSecond: (count * megabytes) / seconds,
      processorMsPerMegabyte: (processorSeconds * 1000) / (count * megabytes),
    }
  }
  const found: Record<'rawWrite' | 'upload' | 'rawRead' | 'download' | 'rawCached' | 'cached', Slice[]> = {
    rawWrite: [],
    upload: [],
    rawRead: [],
    download: [],
    rawCached: [],
    cached: [],
  }
  // The first round warms up what is compiled and connected on the way.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const name = randomUUID()
    const pathOf = (n: number) => join(peer.folder, `${name}-${n}`)
    const keyOf = (n: number) => `/object/bench/${name}-${n}`
    const rawWrite = await measure((n) => writeDurably(pathOf(n), content))
    const upload = await measure((n) => send(peer, keyOf(n), content))
    dropCaches(peer.folder)
    const slices = {
      rawWrite,
      upload,
      rawRead: await measure((n) => readThrough(pathOf(n))),
      download: await measure((n) => send(peer, keyOf(n))),
      rawCached: await measure((n) => readThrough(pathOf(n))),
      cached: await measure((n) => send(peer, keyOf(n))),
    }
    if (round > 0) for (const [way, list] of Object.entries(found)) list.push(slices[way as keyof typeof slices])
    deleteRaw(peer.folder, name)
  }
  const size = `${megabytes} MB`
  return [
    ...toRows(`${size} upload`, 'disk: write and sync', found.rawWrite, found.upload, '>= 0.7'),
    ...toRows(`${size} download`, 'disk: read', found.rawRead, found.download, '>= 0.7'),
    ...toRows(`${size} download of what is in memory`, 'memory: read', found.rawCached, found.cached),
  ]
}

function toRows(name: string, rawName: string, raw: Slice[], ours: Slice[], aim?: string): Row[] {
  const speed = (slice: Slice) => slice.megabytesPerSecond
  const shares = ours.map((slice, round) => speed(slice) / speed(raw[round] ?? slice))
  return [
    { name: `${name}, ${rawName}`, value: roundFigure(median(raw.map(speed))), unit: 'MB/s' },
    { name, value: roundFigure(median(ours.map(speed))), unit: 'MB/s' },
    { name: `${name} / disk`, value: roundFigure(median(shares)), unit: 'ratio', ...(aim ? { aim } : {}) },
    {
      name: `${name}, processor time`,
      value: roundFigure(median(ours.map((slice) => slice.processorMsPerMegabyte))),
      unit: 'ms/MB',
    },
  ]
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Posts the body, or gets without one, and reads the answer to its end. */
async function send(peer: Peer, path: string, body?: Buffer, type = 'image/jpeg'): Promise<void> {
  const headers = { authorization: `Bearer ${STORAGE_KEYS.secretKey}`, 'content-type': type }
  const request = openRequest(`${peer.base}${path}`, {
    agent: peer.agent,
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body ? { 'content-length': body.length } : {}) },
  })
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  await finished(response)
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`)
}

/** What whoever keeps a file has to do at least: write, sync, rename, and sync the folder, without which the name may be lost. */
async function writeDurably(path: string, content: Buffer): Promise<void> {
  const file = await open(`${path}.part`, 'w')
  await file.write(content)
  await file.datasync()
  await file.close()
  await rename(`${path}.part`, path)
  const folder = await open(dirname(path), 'r')
  await folder.sync()
  await folder.close()
}

async function readThrough(path: string): Promise<void> {
  const file = await open(path, 'r')
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES)
  while ((await file.read(buffer, 0, buffer.length)).bytesRead > 0);
  await file.close()
}

/** Makes the next reader of any file of the folder go to the disk. */
function dropCaches(folder: string): void {
  execFileSync('sh', [
    '-c',
    `find "$0" -path "$0/pg" -prune -o -type f -size +100k -exec sh -c 'for f; do dd of="$f" oflag=nocache conv=notrunc,fdatasync count=0 status=none; done' sh {} +`,
    folder,
  ])
}

function deleteRaw(folder: string, name: string): void {
  for (const file of readdirSync(folder)) if (file.startsWith(name)) rmSync(join(folder, file))
}

async function measureThumbnails(peer: Peer): Promise<Row[]> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'white', noise } })
    .jpeg()
    .toBuffer()
  for (let n = 0; n < THUMBNAIL_COUNT; n += 1) await send(peer, `/object/bench/photo-${n}`, photo)
  const render = (n: number) => send(peer, `/render/image/public/bench/photo-${n % THUMBNAIL_COUNT}?width=400`)
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

if (process.argv[1] === import.meta.filename) console.table(await benchStorage())
