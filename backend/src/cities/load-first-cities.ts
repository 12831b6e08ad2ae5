import { setTimeout as sleep } from 'node:timers/promises'
import type { ReservedSql, Sql } from '../postgres/statements/sql.ts'
import { listCityNames } from './city-names.ts'
import { type CityOptions, findLoadedVersion, LOAD_LOCK, readCitiesApart, toCityVersion } from './load-cities.ts'

/** Cities per transaction. Small batches never block pages or a shutdown for long. */
const BATCH_SIZE = 2000
const LOCK_RETRY_MS = 1000

interface FirstLoadOptions extends CityOptions {
  /** Stops the load after the current batch. A later call continues. */
  signal: AbortSignal
  /** Called after each batch with the number of cities loaded so far. */
  onProgress: (loaded: number) => void
}

/**
 * Loads the cities of a new site while it is open: the largest first, each batch in its own transaction. The version
 * is stored at the end, so the next call repeats an interrupted load; existing cities stay unchanged. Spots created
 * in the meantime get their city at the end. Returns the number of cities, 0 if all were loaded before.
 */
export async function loadCitiesOfNewSite(owner: Sql, options: FirstLoadOptions): Promise<number> {
  const { signal, onProgress, minimumPopulation = 0 } = options
  const connection = await owner.reserve()
  try {
    while (!(await tryLock(connection))) await sleep(LOCK_RETRY_MS, undefined, { signal })
    if (await findLoadedVersion(connection)) return 0
    const ids: number[] = []
    for await (const batch of readCitiesApart(minimumPopulation, { batchSize: BATCH_SIZE, signal })) {
      signal.throwIfAborted()
      await connection`select public.load_city_batch(${batch.rows}::text::jsonb)`
      ids.push(...batch.ids)
      onProgress(ids.length)
    }
    await connection`select public.load_city_names(${JSON.stringify(listCityNames())}::text::jsonb, 'shipped')`
    signal.throwIfAborted()
    await connection.unsafe('begin')
    await placeSpots(connection)
    await connection`select public.finish_city_load(${toCityVersion(options)}, ${ids}::integer[])`
    await connection.unsafe('commit')
    return ids.length
  } finally {
    // Connections in a transaction are closed on release. Others keep the lock until it is released explicitly.
    await connection`select pg_advisory_unlock_all()`.catch(() => undefined)
    connection.release()
  }
}

async function tryLock(sql: ReservedSql): Promise<boolean> {
  const [row] = await sql<{ locked: boolean }[]>`select pg_try_advisory_lock(${LOAD_LOCK}) as locked`
  return row?.locked ?? false
}

/** Updates spots that were created while cities were missing: they may have none, or one that is too far away. */
async function placeSpots(sql: ReservedSql): Promise<void> {
  await sql`
    update public.spots set city_id = found.city_id, country_code = found.country_code
    from (
      select spots.id, city.id as city_id, city.country_code
      from public.spots, lateral private.find_city(spots.lng, spots.lat) as city
    ) as found
    where spots.id = found.id and found.city_id is not null and spots.city_id is distinct from found.city_id`
}
