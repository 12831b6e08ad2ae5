/**
 * Measures the storage service over HTTP: uploads and downloads as a share of the disk's speed and of a bare
 * `node:http` server with the same client, and thumbnails per second. All transfer files of one size with the same
 * concurrency and sync their writes. They take turns, so that all run under the same load. Usage: node bench/storage.ts
 */
import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { type FileClient, openFileClient } from './file-client.ts'
import { readThrough, writeDurably } from './raw-disk.ts'
import { type Row, roundFigure } from './row.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { STORAGE_KEYS } from './storage-keys.ts'

const MEGABYTE = 1e6
const SIZES: { megabytes: number; count: number }[] = [
  { megabytes: 1, count: 64 },
  { megabytes: 8, count: 16 },
  { megabytes: 64, count: 4 },
]
const ROUNDS = 5
const CLIENTS = 4
const THUMBNAIL_COUNT = 40
const HEADERS = { authorization: `Bearer ${STORAGE_KEYS.secretKey}`, 'content-type': 'image/jpeg' }
const DISK_AIM = '>= 0.7'
const BARE_AIM = '>= 0.9'

/** A benchmark server and connections to it. */
interface Peer {
  server: ServerProcess
  /** The prefix of request paths. */
  base: string
  clients: FileClient[]
}

/** Runs everything on temporary servers (about a minute). */
export async function benchStorage(): Promise<Row[]> {
  await using ours = await startPeer('storage-server.ts', '/storage/v1')
  await using bare = await startPeer('storage-bare.ts', '')
  const bucket = Buffer.from('{"name":"bench","public":true}')
  await post(ours, 0, '/bucket', bucket, { 'content-type': 'application/json' })
  const rows: Row[] = []
  for (const { megabytes, count } of SIZES) rows.push(...(await measureSize(ours, bare, megabytes, count)))
  return [...rows, ...(await measureThumbnails(ours))]
}

async function startPeer(program: string, base: string): Promise<Peer & AsyncDisposable> {
  const server = await startServer(program)
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => openFileClient(server.port)))
  return {
    server,
    base,
    clients,
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** A target of file transfers: its speed and the CPU time of its server. */
interface Slice {
  megabytesPerSecond: number
  /** CPU time of the server, without PostgreSQL's. Undefined without a server. */
  processorMsPerMegabyte: number
}

/** The same files transferred to the disk alone, to a bare server, and to our service. */
interface Comparison {
  disk: Slice[]
  bare: Slice[]
  ours: Slice[]
}

async function measureSize(ours: Peer, bare: Peer, megabytes: number, count: number): Promise<Row[]> {
  const content = randomBytes(megabytes * MEGABYTE)
  const measure = async (peer: Peer | undefined, work: Work): Promise<Slice> => {
    const before = peer ? await peer.server.readProcessorSeconds() : 0
    const seconds = await timeAll(count, CLIENTS, work)
    const processorSeconds = peer ? (await peer.server.readProcessorSeconds()) - before : 0
    return {
      megabytesPerSecond: (count * megabytes) / seconds,
      processorMsPerMegabyte: (processorSeconds * 1000) / (count * megabytes),
    }
  }
  const upload: Comparison = { disk: [], bare: [], ours: [] }
  const download: Comparison = { disk: [], bare: [], ours: [] }
  const cached: Comparison = { disk: [], bare: [], ours: [] }
  const disk = join(bare.server.folder, 'disk')
  mkdirSync(disk, { recursive: true })
  // The first round warms up code and connections.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const name = randomUUID()
    const keyOf = (n: number) => `/object/bench/${name}-${n}`
    const read = async (): Promise<Record<keyof Comparison, Slice>> => ({
      disk: await measure(undefined, (n) => readThrough(join(disk, `${name}-${n}`))),
      bare: await measure(bare, (n, client) => get(bare, client, `/${name}-${n}`)),
      ours: await measure(ours, (n, client) => get(ours, client, keyOf(n))),
    })
    const written = {
      disk: await measure(undefined, (n) => writeDurably(join(disk, `${name}-${n}`), content)),
      bare: await measure(bare, (n, client) => post(bare, client, `/${name}-${n}`, content)),
      ours: await measure(ours, (n, client) => post(ours, client, keyOf(n), content)),
    }
    for (const { server } of [ours, bare]) dropCaches(server.folder)
    const cold = await read()
    const warm = await read()
    if (round > 0) {
      note(upload, written)
      note(download, cold)
      note(cached, warm)
    }
    for (const folder of [disk, bare.server.folder]) deleteFiles(folder, name)
  }
  const size = `${megabytes} MB`
  return [
    ...toRows(`${size} upload`, upload, [DISK_AIM, megabytes > 1 ? BARE_AIM : undefined]),
    ...toRows(`${size} download`, download, [DISK_AIM, megabytes > 1 ? BARE_AIM : undefined]),
    ...toRows(`${size} download from the page cache`, cached, [undefined, undefined]),
  ]
}

function note(comparison: Comparison, slices: Record<keyof Comparison, Slice>): void {
  for (const way of ['disk', 'bare', 'ours'] as const) comparison[way].push(slices[way])
}

function toRows(
  name: string,
  { disk, bare, ours }: Comparison,
  [diskAim, bareAim]: [string | undefined, string | undefined],
): Row[] {
  const speed = (slice: Slice) => slice.megabytesPerSecond
  const effort = (slice: Slice) => slice.processorMsPerMegabyte
  const toRow = (what: string, values: number[], unit: string, aim?: string): Row => ({
    name: `${name}${what}`,
    value: roundFigure(median(values)),
    unit,
    ...(aim ? { aim } : {}),
  })
  const share = (whole: Slice[]) => ours.map((slice, round) => speed(slice) / speed(whole[round] ?? slice))
  return [
    toRow(', disk alone', disk.map(speed), 'MB/s'),
    toRow(', bare node:http', bare.map(speed), 'MB/s'),
    toRow('', ours.map(speed), 'MB/s'),
    toRow(' / disk', share(disk), 'ratio', diskAim),
    toRow(' / bare', share(bare), 'ratio', bareAim),
    toRow(', CPU time of bare', bare.map(effort), 'ms/MB'),
    toRow(', CPU time', ours.map(effort), 'ms/MB'),
  ]
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function post(peer: Peer, client: number, path: string, body: Buffer, headers = {}): Promise<void> {
  return sendRequest(peer, client, { method: 'POST', path, headers: { ...HEADERS, ...headers }, body })
}

function get(peer: Peer, client: number, path: string): Promise<void> {
  return sendRequest(peer, client, { method: 'GET', path, headers: HEADERS })
}

async function sendRequest(
  peer: Peer,
  client: number,
  request: Parameters<FileClient['sendRequest']>[0],
): Promise<void> {
  await peer.clients[client]?.sendRequest({ ...request, path: `${peer.base}${request.path}` })
}

/** Drops the files of the folder from the page cache. */
function dropCaches(folder: string): void {
  execFileSync('sh', [
    '-c',
    `find "$0" -path "$0/pg" -prune -o -type f -size +100k -exec sh -c 'for f; do dd of="$f" oflag=nocache conv=notrunc,fdatasync count=0 status=none; done' sh {} +`,
    folder,
  ])
}

function deleteFiles(folder: string, name: string): void {
  for (const file of readdirSync(folder)) if (file.startsWith(name)) rmSync(join(folder, file))
}

async function measureThumbnails(peer: Peer): Promise<Row[]> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'white', noise } })
    .jpeg()
    .toBuffer()
  for (let n = 0; n < THUMBNAIL_COUNT; n += 1) await post(peer, 0, `/object/bench/photo-${n}`, photo)
  const render: Work = (n, client) =>
    get(peer, client, `/render/image/public/bench/photo-${n % THUMBNAIL_COUNT}?width=400`)
  const cold = await timeAll(THUMBNAIL_COUNT, CLIENTS, render)
  const cached = await timeAll(THUMBNAIL_COUNT * 10, CLIENTS, render)
  return [
    {
      name: '400-px thumbnails of 12 megapixels, uncached',
      value: Math.round(THUMBNAIL_COUNT / cold),
      unit: 'a second',
    },
    { name: '400-px thumbnails, cached', value: Math.round((THUMBNAIL_COUNT * 10) / cached), unit: 'a second' },
  ]
}

/** A task, run with its number by the client with that index. */
type Work = (n: number, client: number) => Promise<unknown>

/** Returns the seconds in which the clients complete all tasks. */
async function timeAll(count: number, clients: number, work: Work): Promise<number> {
  const start = performance.now()
  let next = 0
  const run = async (_: unknown, client: number) => {
    while (next < count) {
      next += 1
      await work(next - 1, client)
    }
  }
  await Promise.all(Array.from({ length: clients }, run))
  return (performance.now() - start) / 1000
}

if (process.argv[1] === import.meta.filename) console.table(await benchStorage())
