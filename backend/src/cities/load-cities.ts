import { createHash } from 'node:crypto'
import { on } from 'node:events'
import type { Queries } from '../postgres/statements/queries.ts'
import type { Sql, Transaction } from '../postgres/statements/sql.ts'
import { startThread } from '../threads/start-thread.ts'
import type { CityBatch } from './cities-worker.ts'
import { listCityNames } from './city-names.ts'
import { readSourceVersion } from './sources.ts'

/** Increment this when the rules for rows change, so that every instance reloads them. */
const RULES = 6
const BATCH_SIZE = 10_000
/** One key for all processes that share a database, so that only one of them loads. */
export const LOAD_LOCK = 7_203_114_512

/** The choice of cities to load. */
export interface CityOptions {
  /** The minimum population, for tests. 0 loads all cities. */
  minimumPopulation?: number
}

interface LoadOptions extends CityOptions {
  /** Called after each batch with the number of cities loaded so far. */
  onProgress?: (loaded: number) => void
}

/**
 * Fills table `cities` when its version differs from ours; otherwise costs one query. Cities missing from new data stay
 * if spots, posts or follows reference them. Returns the number of rows written, 0 when nothing changed.
 */
export async function loadCities(owner: Sql, { minimumPopulation = 0, onProgress }: LoadOptions = {}): Promise<number> {
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
      onProgress?.(ids.length)
    }
    await sql`select public.delete_city_names('shipped')`
    await sql`select public.load_city_names(${JSON.stringify(listCityNames())}::text::jsonb, 'shipped')`
    // First, because the regions are derived from the cities by name.
    await restoreIndexes()
    await sql`select public.finish_city_load(${version}, ${ids}::integer[])`
    return ids.length
  })
}

/** Identifies the data: packages, rules and choice. */
export function toCityVersion({ minimumPopulation = 0 }: CityOptions = {}): string {
  const text = JSON.stringify([RULES, readSourceVersion(), minimumPopulation])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** Returns the version of the loaded cities; undefined if they have never been loaded completely. */
export async function findLoadedVersion(sql: Queries): Promise<string | undefined> {
  const [row] = await sql<{ version: string | null }[]>`select public.get_city_version() as version`
  return row?.version ?? undefined
}

/**
 * Building the nearest-neighbour index at the end takes 1.7 s, updating it per row 10 s. A table in use keeps its
 * indexes.
 */
async function dropIndexesOfEmptyTable(sql: Transaction): Promise<() => Promise<void>> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in ('public.cities'::regclass, 'public.city_names'::regclass, 'private.search_words'::regclass)
      and not indisunique and not exists (select from public.cities)`
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
  return async () => {
    for (const { definition } of indexes) await sql.unsafe(definition)
  }
}

/** Lists the cities in batches, the largest first, in a thread that ends with the generator. */
export async function* readCitiesApart(
  minimumPopulation: number,
  { batchSize = BATCH_SIZE, signal }: { batchSize?: number; signal?: AbortSignal } = {},
): AsyncGenerator<CityBatch> {
  const worker = startThread(new URL('./cities-worker.ts', import.meta.url), {
    workerData: { minimumPopulation, batchSize },
  })
  try {
    for await (const [batch] of on(worker, 'message', { close: ['exit'], ...(signal && { signal }) })) yield batch
  } finally {
    await worker.terminate()
  }
}
