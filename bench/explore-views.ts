import { brotliCompressSync, constants } from 'node:zlib'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Sql } from '../backend/src/postgres/statements/sql.ts'
import { measureFamilyProcessorMs } from './processes.ts'

const ZOOMS = Array.from({ length: 19 }, (_, zoom) => zoom)
const QUICK_ZOOMS = [0, 3, 6, 9, 12, 15, 18]
const VIEWS = 40
const QUICK_VIEWS = 12
/** The number of spots among which the centres of the views are chosen. */
const SAMPLED_SPOTS = 20_000
const WINDOW = { width: 1280, height: 800 }
const WORLD_PX_AT_ZOOM_0 = 512
/** The compression level that web servers use for responses. */
const BROTLI_QUALITY = 5

/** The filters. The generated places have these words as tags and in their names, each in 6 % of them. */
const VARIANTS: Record<string, Record<string, unknown>> = {
  all: {},
  category: { categories: ['castle'] },
  'five categories, rating 4': { categories: ['castle', 'cafe', 'museum', 'summit', 'bar'], min_rating: 4 },
  text: { q: 'garden' },
  tag: { tags: ['garden'] },
  photos: { has_photos: true },
  newest: { sort: 'newest' },
}

/** A row of the table: the cost of a view at a zoom level. Times in milliseconds, sizes in bytes. */
export interface ExploreRow {
  spots: number
  /** The state of the database, such as `after ANALYZE`. */
  state: string
  variant: string
  zoom: number
  /** The complete response of the data service in-process: routing, SQL, JSON. */
  p50Ms: number
  p95Ms: number
  /** The mean CPU time of a view, this process and PostgreSQL together. A busy machine affects it little. */
  processorMs: number
  /** The largest response, compressed with brotli. */
  brotliBytes: number
  clusters: number
}

/** Options of {@link measureViews}. */
export interface ViewOptions {
  state: string
  /** Fewer zoom levels and fewer views. */
  quick: boolean
  onProgress: (line: string) => void
  /** Called with the rows of each filter once they are measured. */
  onRows: (rows: ExploreRow[]) => void
}

/** Measures views around random spots with every filter at every zoom level. */
export async function measureViews(client: SupabaseClient, owner: Sql, options: ViewOptions): Promise<ExploreRow[]> {
  const views = options.quick ? QUICK_VIEWS : VIEWS
  const [counted] = await owner<{ n: number }[]>`select count(*)::integer as n from public.spots`
  const spots = counted?.n ?? 0
  // Sorting all spots would fill the cache with them.
  const share = Math.min(100, (100 * SAMPLED_SPOTS) / spots)
  const centres = await owner<{ lng: number; lat: number }[]>`
    select lng, lat from public.spots tablesample system (${share}) repeatable (1) order by md5(id) limit ${views}`
  const rows: ExploreRow[] = []
  for (const [variant, filter] of Object.entries(VARIANTS)) {
    const measured: ExploreRow[] = []
    for (const zoom of options.quick ? QUICK_ZOOMS : ZOOMS) {
      const cost = await measureZoom(client, zoom, filter, centres)
      measured.push({ spots, state: options.state, variant, zoom, ...cost })
    }
    rows.push(...measured)
    options.onProgress(formatExploreRows(measured))
    options.onRows(measured)
  }
  return rows
}

type Cost = Pick<ExploreRow, 'p50Ms' | 'p95Ms' | 'processorMs' | 'brotliBytes' | 'clusters'>

async function measureZoom(
  client: SupabaseClient,
  zoom: number,
  filter: Record<string, unknown>,
  centres: { lng: number; lat: number }[],
): Promise<Cost> {
  const times: number[] = []
  const replies: { clusters: unknown[] }[] = []
  const before = measureFamilyProcessorMs(process.pid)
  for (const centre of centres) {
    const startedAt = performance.now()
    const { data, error } = await client.rpc('explore_view', { ...toView(centre, zoom), ...filter })
    times.push(performance.now() - startedAt)
    if (error) throw new Error(`explore_view failed: ${error.message}`, { cause: error })
    replies.push(data)
  }
  const processorMs = (measureFamilyProcessorMs(process.pid) - before) / centres.length
  return {
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    processorMs,
    brotliBytes: Math.max(...replies.map((reply) => compress(JSON.stringify(reply)))),
    clusters: Math.max(...replies.map(({ clusters }) => clusters.length)),
  }
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
  const head = ['spots', 'state', 'filter', 'zoom', 'p50 ms', 'p95 ms', 'CPU ms', 'brotli kB', 'clusters']
  const body = rows.map((row) => [
    row.spots.toLocaleString('en'),
    row.state,
    row.variant,
    String(row.zoom),
    row.p50Ms.toFixed(1),
    row.p95Ms.toFixed(1),
    row.processorMs.toFixed(1),
    (row.brotliBytes / 1000).toFixed(1),
    String(row.clusters),
  ])
  const widths = head.map((title, column) => Math.max(title.length, ...body.map((cells) => cells[column]?.length ?? 0)))
  return [head, ...body]
    .map((cells) => cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '))
    .join('\n')
}
