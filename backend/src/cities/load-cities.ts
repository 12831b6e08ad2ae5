import { createHash } from 'node:crypto'
import { on } from 'node:events'
import type { Sql, Transaction } from '../postgres/database.ts'
import { startThread } from '../threads/start-thread.ts'
import type { CityBatch } from './cities-worker.ts'
import { readSourceVersion } from './sources.ts'

/** Change this when the rules change by which rows are made, so that every instance loads them anew. */
const RULES = 1
const BATCH_SIZE = 10_000
/** One key for all processes that share a database: only one of them loads. */
const LOAD_LOCK = 7_203_114_512

/** Which cities to load. */
export interface CityOptions {
  /** Leaves smaller ones out, for tests. 0 loads all. */
  minimumPopulation?: number
}

/**
 * Fills table `cities` when its version is not the one we carry; otherwise costs one look-up. Cities that the data has no more
 * stay when spots, posts or follows belong to them. Returns how many rows were written, 0 when nothing was to be done.
 */
export async function loadCities(owner: Sql, { minimumPopulation = 0 }: CityOptions = {}): Promise<number> {
  const version = toCityVersion({ minimumPopulation })
  if ((await findLoadedVersion(owner)) === version) return 0
  return await owner.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(${LOAD_LOCK})`
    if ((await findLoadedVersion(sql)) === version) return 0
    const restoreIndexes = await dropIndexesOfEmptyTable(sql)
    const ids: number[] = []
    for await (const batch of readCitiesApart(minimumPopulation)) {
      await sql`select public.load_city_batch(${batch.rows}::text::jsonb)`
      ids.push(...batch.ids)
    }
    await sql`select public.finish_city_load(${version}, ${ids}::integer[])`
    await restoreIndexes()
    return ids.length
  })
}

/** Names the data: packages, rules and choice. */
export function toCityVersion({ minimumPopulation = 0 }: CityOptions = {}): string {
  const text = JSON.stringify([RULES, readSourceVersion(), minimumPopulation])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

async function findLoadedVersion(sql: Sql | Transaction): Promise<string | undefined> {
  const [row] = await sql<{ version: string | null }[]>`select public.get_city_version() as version`
  return row?.version ?? undefined
}

/** Building the nearest-neighbour index at the end takes 1.7 s, filling it row by row 10 s. A table in use keeps its indexes. */
async function dropIndexesOfEmptyTable(sql: Transaction): Promise<() => Promise<void>> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'public.cities'::regclass and not indisunique and not exists (select from public.cities)`
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
  return async () => {
    for (const { definition } of indexes) await sql.unsafe(definition)
  }
}

async function* readCitiesApart(minimumPopulation: number): AsyncGenerator<CityBatch> {
  const worker = startThread(new URL('./cities-worker.ts', import.meta.url), {
    workerData: { minimumPopulation, batchSize: BATCH_SIZE },
  })
  try {
    for await (const [batch] of on(worker, 'message', { close: ['exit'] })) yield batch
  } finally {
    await worker.terminate()
  }
}
