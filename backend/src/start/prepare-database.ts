import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findLoadedVersion, loadCities } from '../cities/load-cities.ts'
import { loadCitiesOfNewSite } from '../cities/load-first-cities.ts'
import type { Config } from '../config.ts'
import type { Log } from '../http/log.ts'
import type { Database } from '../postgres/database.ts'
import { type MigrationSet, type MigrationStep, migrate } from '../postgres/migrations.ts'
import type { Sql } from '../postgres/statements/sql.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')

/** The migrations of the services, in the order in which they are applied. */
export const MIGRATION_SETS: MigrationSet[] = [
  { name: 'base', folder: join(MIGRATIONS, 'base') },
  { name: 'auth', folder: join(MIGRATIONS, 'auth') },
  { name: 'rest', folder: join(MIGRATIONS, 'rest') },
  { name: 'storage', folder: join(MIGRATIONS, 'storage') },
  { name: 'realtime', folder: join(MIGRATIONS, 'realtime') },
  { name: 'app', folder: join(import.meta.dirname, '../../../supabase/migrations') },
]

/** The pause after a failure, such as a restart of the database. */
const RETRY_MS = 5000
/** The time between two lines that name the current migration. */
const PROGRESS_MS = 1000
/** The number of cities between two lines of progress. */
const CITIES_PER_LINE = 20_000

interface PrepareOptions {
  /** True if the caller will run {@link loadCitiesWhileOpen} for a new site. */
  opensBeforeCities: boolean
}

/**
 * Applies the missing migrations and loads the cities, which spots reference. With `opensBeforeCities`, a new site
 * skips the cities; {@link loadCitiesWhileOpen} loads them. The connection is closed afterwards, because the migrations
 * leave 40 MB of catalog caches in it.
 */
export async function prepareDatabase(
  { connect }: Database,
  config: Config,
  log: Log,
  { opensBeforeCities }: PrepareOptions,
): Promise<void> {
  const owner = connect('owner', { max: 1 })
  try {
    await applyMigrations(owner, log)
    if (opensBeforeCities && !(await findLoadedVersion(owner))) return
    const count = await loadCities(owner, {
      minimumPopulation: config.citiesMinimumPopulation,
      onProgress: (loaded) => log.info('the site opens after its cities are updated', { loaded }),
    })
    if (count > 0) log.info('cities loaded', { count })
  } finally {
    await owner.end()
  }
}

/** Applies the missing migrations. An update can take minutes, so the log names the current one every second. */
async function applyMigrations(owner: Sql, log: Log): Promise<void> {
  let current: MigrationStep | undefined
  const timer = setInterval(() => current && log.info('applying migrations', { ...current }), PROGRESS_MS)
  try {
    const count = await migrate(owner, MIGRATION_SETS, (step) => {
      current = step
    })
    if (current) log.info('migrations applied', { count, last: current.file })
  } finally {
    clearInterval(timer)
  }
}

/**
 * Loads the cities of a new site in the background, with retries after failures. Returns the function that stops it.
 */
export function loadCitiesWhileOpen({ connect }: Database, config: Config, log: Log): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let lastLogged = 0
  const onProgress = (loaded: number) => {
    if (loaded < lastLogged + CITIES_PER_LINE) return
    lastLogged = loaded
    log.info('the site is open while its cities load', { loaded })
  }
  const run = async () => {
    while (!signal.aborted) {
      const owner = connect('owner', { max: 1 })
      try {
        const count = await loadCitiesOfNewSite(owner, {
          minimumPopulation: config.citiesMinimumPopulation,
          signal,
          onProgress,
        })
        if (count > 0) log.info('cities loaded', { count })
        return
      } catch (error) {
        if (signal.aborted) return
        log.error('the cities could not be loaded and will be tried again', { error: String(error) })
        lastLogged = 0
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined)
      } finally {
        await owner.end()
      }
    }
  }
  void run()
  return () => ending.abort()
}
