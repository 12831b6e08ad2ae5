// Measures map views and suggestions: npm exec -c 'node bench/explore.ts [--quick] [--generated] [--spots N] [--data FOLDER]'. Needs
// ../shared/data for the real places, unless only generated ones are measured. Those stay in FOLDER and are used again.
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { importPlaces } from '../scripts/import/import-places.ts'
import { generateSpots, withBackend, withBackendIn } from './bench-backend.ts'
import { createBenchFolder } from './bench-site.ts'
import { churn, measureFold, measureSizes } from './explore-changes.ts'
import { type ExploreRow, formatExploreRows, measureViews, quantile } from './explore-views.ts'
import { type Row, roundFigure } from './row.ts'
import { measureSuggestions } from './suggestion-times.ts'

const REAL_PLACES = join(import.meta.dirname, '../../shared/data/places-real.ndjson.gz')
const SAMPLE_PLACES = join(import.meta.dirname, '../../shared/data/places-sample.ndjson')
const GENERATED_SPOTS = 1_000_000
const QUICK_SPOTS = 100_000

export interface ExploreBenchOptions {
  /** Fewer zoom levels, fewer views, a small file of real places, and 100,000 generated spots. */
  quick?: boolean
  /** Leaves out the real places. */
  onlyGenerated?: boolean
  /** The number of generated spots. */
  spots?: number
  /** The data folder of the generated spots, kept for further runs. */
  dataFolder?: string
  onProgress?: (line: string) => void
  /** Called with the rows of each filter once they are measured. */
  onRows?: (rows: ExploreRow[]) => void
}

/** The measurements: a row for each view, and figures such as sizes and build times. */
export interface ExploreResults {
  views: ExploreRow[]
  figures: Row[]
}

/**
 * Measures views at all zoom levels with the real places and with many generated ones, each in its own database. The
 * generated ones are measured again after a fifth has changed, and with an empty cache.
 */
export async function benchExplore(options: ExploreBenchOptions = {}): Promise<ExploreResults> {
  const { quick = false, onProgress = () => {}, onRows = () => {} } = options
  const spots = options.spots ?? (quick ? QUICK_SPOTS : GENERATED_SPOTS)
  const settings = { quick, onProgress, onRows }
  const places = quick ? SAMPLE_PLACES : REAL_PLACES
  const views: ExploreRow[] = []
  if (options.onlyGenerated) onProgress('The real places are left out.')
  else if (existsSync(places)) {
    views.push(
      ...(await withBackend(async ({ client, owner }) => {
        onProgress('importing the real places')
        await importPlaces(client, places, { onProgress() {}, onReject() {}, onResume() {} })
        await owner`vacuum analyze`
        return measureViews(client, owner, { ...settings, state: 'after ANALYZE' })
      })),
    )
  } else onProgress('The real places are missing. Skipped.')
  using folder =
    options.dataFolder === undefined ? createBenchFolder() : { path: options.dataFolder, [Symbol.dispose]() {} }
  const name = `${spots.toLocaleString('en')} spots`
  const figures: Row[] = []
  await withBackendIn(folder.path, async ({ client, owner }) => {
    figures.push(...(await generateSpots(owner, spots, onProgress)), ...(await measureSizes(owner, name)))
    await owner`analyze`
    views.push(...(await measureViews(client, owner, { ...settings, state: 'after ANALYZE' })))
    figures.push(...(await measureSuggestions(client, name, 30)), await measureFold(owner, name))
    onProgress('changing a fifth of the spots')
    await churn(owner)
    views.push(...(await measureViews(client, owner, { ...settings, state: 'after 20 % churn' })))
  })
  emptyCache(onProgress)
  await withBackendIn(folder.path, async ({ client, owner }) => {
    figures.push(...(await measureSuggestions(client, `${name}, cold cache`, 30)))
    views.push(...(await measureViews(client, owner, { ...settings, state: 'cold cache' })))
  })
  return { views, figures }
}

/** Drops the file cache of the system. Only the superuser may; PostgreSQL's own cache is empty after its restart. */
function emptyCache(onProgress: (line: string) => void): void {
  execFileSync('sync')
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '3')
  } catch {
    onProgress(
      'The file cache of the system stays: dropping it needs root. Only PostgreSQL starts with an empty cache.',
    )
  }
}

/**
 * Compares the worst zoom level of each filter with the targets: a response in 15 ms and 30 kB, and the generated spots
 * at most 1.5 times as slow as the real places.
 */
export function toFigures({ views, figures }: ExploreResults): Row[] {
  const groups = Map.groupBy(
    views,
    ({ spots, state, variant }) => `${spots.toLocaleString('en')} spots, ${variant}, ${state}`,
  )
  const costs = [...groups].flatMap(([name, group]) => {
    const worst = (of: (row: ExploreRow) => number) => roundFigure(Math.max(...group.map(of)))
    return [
      { name: `view p50, ${name}`, value: worst((row) => row.p50Ms), unit: 'ms' },
      { name: `view p95, ${name}`, value: worst((row) => row.p95Ms), unit: 'ms', aim: '≤ 15' },
      { name: `view, processor time, ${name}`, value: worst((row) => row.processorMs), unit: 'ms' },
      { name: `view size, ${name}`, value: worst((row) => row.brotliBytes / 1000), unit: 'kB', aim: '≤ 30' },
    ]
  })
  return [...costs, ...compareSizes(views), ...figures]
}

function compareSizes(rows: ExploreRow[]): Row[] {
  const sizes = [...new Set(rows.map((row) => row.spots))].sort((a, b) => a - b)
  const [few, many] = [sizes[0], sizes.at(-1)]
  if (few === undefined || few === many) return []
  const median = (spots: number | undefined) =>
    quantile(
      rows.filter((row) => row.spots === spots && row.state === 'after ANALYZE').map((row) => row.p95Ms),
      0.5,
    )
  const value = roundFigure(median(many) / median(few))
  return [{ name: 'view p95, most spots to fewest, median of zooms', value, unit: 'ratio', aim: '≤ 1.5' }]
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean' },
      generated: { type: 'boolean' },
      json: { type: 'string' },
      spots: { type: 'string' },
      data: { type: 'string' },
    },
  })
  const kept: ExploreRow[] = []
  const results = await benchExplore({
    quick: values.quick ?? false,
    onlyGenerated: values.generated ?? false,
    ...(values.spots && { spots: Number(values.spots) }),
    ...(values.data && { dataFolder: values.data }),
    onProgress: (line) => process.stderr.write(`${line}\n`),
    onRows: (measured) => {
      kept.push(...measured)
      if (values.json) writeFileSync(values.json, `${JSON.stringify(kept, null, 2)}\n`)
    },
  })
  process.stdout.write(`${formatExploreRows(results.views)}\n`)
  console.table(toFigures(results))
}
