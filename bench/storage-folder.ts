/**
 * Measures `/object/list` and `/object/list-v2` for a flat folder of 100,000 files as a user under an RLS policy,
 * through HTTP. Usage: node bench/storage-folder.ts
 */
import { type Row, roundFigure } from './row.ts'
import { startServer } from './server-process.ts'
import { STORAGE_KEYS } from './storage-keys.ts'

const FILES = 100_000
const PAGE = 100
const AIM = '<= 20'
const RUNS = 15
/** The numbers of files before the page. A client that pages by offset sends them. */
const OFFSETS = [0, 1000, 10_000, 30_000, 99_900]
const HEADERS = { authorization: `Bearer ${STORAGE_KEYS.publishableKey}`, 'content-type': 'application/json' }

type Listing = { objects?: unknown[]; nextCursor?: string } | unknown[]

/** Lists pages of one folder at several depths. */
export async function benchStorageFolder(): Promise<Row[]> {
  await using server = await startServer('storage-server.ts', [String(FILES)])
  const post = async (path: string, body: object): Promise<Listing> => {
    const url = `http://127.0.0.1:${server.port}/storage/v1/object/${path}/bench`
    const response = await fetch(url, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as Listing
  }
  const rows: Row[] = []
  for (const offset of OFFSETS) {
    const list = () => post('list', { prefix: 'flat', limit: PAGE, offset, sortBy: { column: 'name', order: 'asc' } })
    rows.push({ name: `list at offset ${offset}, p50`, value: await timeMedian(list), unit: 'ms', aim: AIM })
  }
  let cursor: string | undefined
  let pages = 0
  const next = async () => {
    const page = await post('list-v2', {
      prefix: 'flat/',
      limit: PAGE,
      with_delimiter: true,
      ...(cursor ? { cursor } : {}),
    })
    if (Array.isArray(page) || page.objects?.length !== PAGE) throw new Error('A page of list-v2 is incomplete.')
    cursor = page.nextCursor
    pages += 1
  }
  const spans: number[] = []
  while (pages < FILES / PAGE - 1) spans.push(await time(next))
  rows.push({ name: 'list-v2, all pages, slowest of 100', value: quantile(spans, 0.99), unit: 'ms', aim: AIM })
  return rows
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function timeMedian(work: () => Promise<Listing>): Promise<number> {
  const spans: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    spans.push(
      await time(async () => {
        const page = await work()
        if (!Array.isArray(page) || page.length !== PAGE) throw new Error('A page of the list is incomplete.')
      }),
    )
  }
  return quantile(spans, 0.5)
}

function quantile(spans: number[], share: number): number {
  return roundFigure(spans.toSorted((a, b) => a - b)[Math.floor(spans.length * share)] ?? 0)
}

if (process.argv[1] === import.meta.filename) console.table(await benchStorageFolder())
