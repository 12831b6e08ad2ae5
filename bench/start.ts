/**
 * Measures the time from the start of the program to the first page, with two web processes. Usage: node bench/start.ts
 * (after npm run build).
 */
import { createBenchFolder, startBenchSite } from './bench-site.ts'
import { type Row, roundFigure } from './row.ts'

const LATER_STARTS = 5

/** Measures a first start with all cities, and the median of later ones. */
export async function benchStart(): Promise<Row[]> {
  using folder = createBenchFolder()
  const first = await measure(folder.path)
  const later: number[] = []
  for (let run = 0; run < LATER_STARTS; run += 1) later.push((await measure(folder.path)).firstPageMs)
  const median = later.sort((a, b) => a - b)[LATER_STARTS >> 1] ?? 0
  const rows: Row[] = [
    { name: 'first start to the first page', value: first.firstPageMs / 1000, unit: 's', aim: '≤ 8' },
    { name: 'first start until all cities are loaded', value: first.citiesMs / 1000, unit: 's' },
    { name: 'later start to the first page', value: median / 1000, unit: 's', aim: '≤ 0.8' },
  ]
  return rows.map((row) => ({ ...row, value: roundFigure(row.value) }))
}

async function measure(dataFolder: string): Promise<{ firstPageMs: number; citiesMs: number }> {
  await using site = await startBenchSite(dataFolder, { processes: 2 })
  return site
}

if (import.meta.main) console.table(await benchStart())
