// Measures map views: npm exec -c 'node bench/explore.ts [--quick]'. Needs ../shared/data for the real places.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { readConfig } from '../backend/src/config.ts'
import { openDatabase } from '../backend/src/postgres/database.ts'
import type { Sql } from '../backend/src/postgres/statements/sql.ts'
import { createBackend } from '../backend/src/server.ts'
import { importPlaces } from '../scripts/import/import-places.ts'
import { createPlaceSamples } from './data/place-samples.ts'
import { type Row, roundFigure } from './row.ts'

const REAL_PLACES = join(import.meta.dirname, '../../shared/data/places-real.ndjson.gz')
const SAMPLE_PLACES = join(import.meta.dirname, '../../shared/data/places-sample.ndjson')
const ZOOMS = Array.from({ length: 19 }, (_, zoom) => zoom)
const QUICK_ZOOMS = [0, 3, 6, 9, 12, 15, 18]
const WINDOW = { width: 1280, height: 800 }
const WORLD_PX_AT_ZOOM_0 = 512
/** The compression level that web servers use for responses. */
const BROTLI_QUALITY = 5

const VARIANTS: Record<string, Record<string, unknown>> = {
  all: {},
  category: { categories: ['castle'] },
  'five categories, rating 4': { categories: ['castle', 'cafe', 'museum', 'summit', 'bar'], min_rating: 4 },
  newest: { sort: 'newest' },
}

/** A row of the table: the cost of a view at a zoom level. Times in milliseconds, sizes in bytes. */
export interface ExploreRow {
  spots: number
  variant: string
  zoom: number
  /** The complete response of the data service in-process: routing, SQL, JSON. */
  p50Ms: number
  p95Ms: number
  /** The largest response, compressed with brotli. */
  brotliBytes: number
  clusters: number
}

export interface ExploreBenchOptions {
  /** Fewer zoom levels, fewer views, a small file of real places, and 100,000 generated spots instead of 1,000,000. */
  quick?: boolean
  onProgress?: (line: string) => void
  /** Called with the rows of each filter once they are measured. */
  onRows?: (rows: ExploreRow[]) => void
}

/**
 * Measures views at all zoom levels with the real places and with a million generated ones, each in its own database.
 */
export async function benchExplore(options: ExploreBenchOptions = {}): Promise<ExploreRow[]> {
  const { quick = false, onProgress = () => {}, onRows = () => {} } = options
  const settings = { quick, onProgress, onRows }
  const places = quick ? SAMPLE_PLACES : REAL_PLACES
  const rows: ExploreRow[] = []
  if (existsSync(places)) {
    rows.push(
      ...(await withBackend(async ({ client, owner }) => {
        onProgress('importing the real places')
        await importPlaces(client, places, { onProgress() {}, onReject() {}, onResume() {} })
        return measure(client, owner, settings)
      })),
    )
  } else onProgress('The real places are missing. Skipped.')
  rows.push(
    ...(await withBackend(async ({ client, owner }) => {
      await createPlaceSamples(owner, quick ? 100_000 : 1_000_000, { onProgress })
      onProgress('building the cells')
      await owner`select public.refresh_spot_cells(rebuild => true)`
      return measure(client, owner, settings)
    })),
  )
  return rows
}

/**
 * Compares the worst zoom level of each filter with the targets: a response in 15 ms and 30 kB, and the million at most
 * 1.5 times as slow as the real places.
 */
export function toFigures(rows: ExploreRow[]): Row[] {
  const groups = Map.groupBy(rows, ({ spots, variant }) => `${spots.toLocaleString('en')} spots, ${variant}`)
  const figures = [...groups].flatMap(([name, group]) => {
    const worst = (of: (row: ExploreRow) => number) => roundFigure(Math.max(...group.map(of)))
    return [
      { name: `view p50, ${name}`, value: worst((row) => row.p50Ms), unit: 'ms' },
      { name: `view p95, ${name}`, value: worst((row) => row.p95Ms), unit: 'ms', aim: '≤ 15' },
      { name: `view size, ${name}`, value: worst((row) => row.brotliBytes / 1000), unit: 'kB', aim: '≤ 30' },
    ]
  })
  return [...figures, ...compareSizes(rows)]
}

function compareSizes(rows: ExploreRow[]): Row[] {
  const sizes = [...new Set(rows.map((row) => row.spots))].sort((a, b) => a - b)
  const [few, many] = [sizes[0], sizes.at(-1)]
  if (few === undefined || few === many) return []
  const median = (spots: number | undefined) =>
    quantile(
      rows.filter((row) => row.spots === spots).map((row) => row.p95Ms),
      0.5,
    )
  const value = roundFigure(median(many) / median(few))
  return [{ name: 'view p95, most spots to fewest, median of zooms', value, unit: 'ratio', aim: '≤ 1.5' }]
}

/** The data service with the secret key, and the database. */
export interface Bench {
  client: SupabaseClient
  owner: Sql
}

/** Starts a backend on its own data folder, which is deleted afterwards. */
export async function withBackend<T>(work: (bench: Bench) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'hereabouts-bench-'))
  const backend = await createBackend(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' }))
  const database = openDatabase({ socket: join(folder, 'run'), port: 5432, database: 'postgres' }, 'bench')
  const client = createClient('http://backend.internal', backend.keys.secretKey, {
    auth: { persistSession: false },
    global: { fetch: (input, init) => backend.fetch(new Request(input, init)) },
  })
  try {
    return await work({ client, owner: database.connect('owner', { max: 2 }) })
  } finally {
    await database.close()
    await backend.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(
  client: SupabaseClient,
  owner: Sql,
  options: Required<ExploreBenchOptions>,
): Promise<ExploreRow[]> {
  await owner`vacuum analyze`
  const views = options.quick ? 12 : 40
  const centres = await owner<{ lng: number; lat: number }[]>`
    select lng, lat from public.spots order by md5(id) limit ${views}`
  const [counted] = await owner<{ n: number }[]>`select count(*)::integer as n from public.spots`
  const rows: ExploreRow[] = []
  for (const [variant, filter] of Object.entries(VARIANTS)) {
    for (const zoom of options.quick ? QUICK_ZOOMS : ZOOMS) {
      const cost = await measureZoom(client, zoom, filter, centres)
      rows.push({ spots: counted?.n ?? 0, variant, zoom, ...cost })
    }
    const measured = rows.filter((row) => row.variant === variant)
    options.onProgress(formatExploreRows(measured))
    options.onRows(measured)
  }
  return rows
}

type Cost = Omit<ExploreRow, 'spots' | 'variant' | 'zoom'>

async function measureZoom(
  client: SupabaseClient,
  zoom: number,
  filter: Record<string, unknown>,
  centres: { lng: number; lat: number }[],
): Promise<Cost> {
  const times: number[] = []
  let brotliBytes = 0
  let clusters = 0
  const [first] = centres
  if (first) await client.rpc('explore_view', { ...toView(first, zoom), ...filter })
  for (const centre of centres) {
    const startedAt = performance.now()
    const { data, error } = await client.rpc('explore_view', { ...toView(centre, zoom), ...filter })
    times.push(performance.now() - startedAt)
    if (error) throw new Error(`explore_view failed: ${error.message}`, { cause: error })
    brotliBytes = Math.max(brotliBytes, compress(JSON.stringify(data)))
    clusters = Math.max(clusters, data.clusters.length)
  }
  return { p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95), brotliBytes, clusters }
}

function toView({ lng, lat }: { lng: number; lat: number }, zoom: number) {
  const degreesPerPx = 360 / (WORLD_PX_AT_ZOOM_0 * 2 ** zoom)
  const halfWidth = (WINDOW.width * degreesPerPx) / 2
  const halfHeight = ((WINDOW.height * degreesPerPx) / 2) * Math.cos((lat * Math.PI) / 180)
  return {
    west: lng - halfWidth,
    east: lng + halfWidth,
    south: Math.max(-85, lat - halfHeight),
    north: Math.min(85, lat + halfHeight),
    zoom,
  }
}

function compress(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }).length
}

/** Returns the value below which a share of the values lies, with two decimals. */
export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return Math.round(value * 100) / 100
}

/** Formats the rows as a table. */
export function formatExploreRows(rows: ExploreRow[]): string {
  const head = ['spots', 'filter', 'zoom', 'p50 ms', 'p95 ms', 'brotli kB', 'clusters']
  const body = rows.map((row) => [
    row.spots.toLocaleString('en'),
    row.variant,
    String(row.zoom),
    row.p50Ms.toFixed(1),
    row.p95Ms.toFixed(1),
    (row.brotliBytes / 1000).toFixed(1),
    String(row.clusters),
  ])
  const widths = head.map((title, column) => Math.max(title.length, ...body.map((cells) => cells[column]?.length ?? 0)))
  return [head, ...body]
    .map((cells) => cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '))
    .join('\n')
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { quick: { type: 'boolean' }, json: { type: 'string' } } })
  const kept: ExploreRow[] = []
  const rows = await benchExplore({
    quick: values.quick ?? false,
    onProgress: (line) => process.stderr.write(`${line}\n`),
    onRows: (measured) => {
      kept.push(...measured)
      if (values.json) writeFileSync(values.json, `${JSON.stringify(kept, null, 2)}\n`)
    },
  })
  process.stdout.write(`${formatExploreRows(rows)}\n`)
  console.table(toFigures(rows))
}
