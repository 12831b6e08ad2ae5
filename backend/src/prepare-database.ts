import { join } from 'node:path'
import { loadCities } from './cities/load-cities.ts'
import type { Config } from './config.ts'
import type { Log } from './http/log.ts'
import type { Database } from './postgres/database.ts'
import { type MigrationSet, migrate } from './postgres/migrations.ts'

const MIGRATIONS = join(import.meta.dirname, '../migrations')

/** The migrations of the services, in the order in which they are applied. */
export const MIGRATION_SETS: MigrationSet[] = [
  { name: 'base', folder: join(MIGRATIONS, 'base') },
  { name: 'auth', folder: join(MIGRATIONS, 'auth') },
  { name: 'rest', folder: join(MIGRATIONS, 'rest') },
  { name: 'storage', folder: join(MIGRATIONS, 'storage') },
  { name: 'realtime', folder: join(MIGRATIONS, 'realtime') },
  { name: 'app', folder: join(import.meta.dirname, '../../supabase/migrations') },
]

/**
 * Applies the missing migrations, and loads the cities, which spots reference: seconds on the first start, then nothing. The
 * connection is closed afterwards, because the migrations leave 40 MB of catalog caches in it.
 */
export async function prepareDatabase({ connect }: Database, config: Config, log: Log): Promise<void> {
  const owner = connect('owner', { max: 1 })
  try {
    for (const file of await migrate(owner, MIGRATION_SETS)) log.info('migration applied', { file })
    const count = await loadCities(owner, { minimumPopulation: config.citiesMinimumPopulation })
    if (count > 0) log.info('cities loaded', { count })
  } finally {
    await owner.end()
  }
}
