// Names of cities in further languages: npm run cities -- names FILE
// Loads GeoNames' alternate names (docs/operations.md).
import { existsSync } from 'node:fs'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { CityName } from '../backend/src/cities/city-names.ts'
import { readAlternateNames } from './cities/read-alternate-names.ts'
import { openDataService } from './import/open-data-service.ts'

const USAGE =
  'Usage: npm run cities -- names FILE, where FILE has the format of GeoNames’ alternateNamesV2.txt (plain or gzip)\n'
/** The number of names per call, which finishes well within the statement timeout of the data service. */
const BATCH_SIZE = 5000
const LINES_BETWEEN = 100_000

const [command, file] = process.argv.slice(2)
if (command !== 'names' || !file || !existsSync(file)) {
  process.stderr.write(command === 'names' && file ? `File not found: ${file}\n` : USAGE)
  process.exit(2)
}

try {
  await using service = await openDataService(process.env)
  process.stdout.write(`Loading names into ${service.place}\n`)
  await call(service.client, 'delete_city_names', { source: 'file' })
  const { read, loaded } = await loadNames(service.client, file)
  process.stdout.write(`Done: ${read} names read, ${loaded} of them new names of cities.\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function loadNames(client: SupabaseClient, names: string): Promise<{ read: number; loaded: number }> {
  let batch: CityName[] = []
  let read = 0
  let loaded = 0
  const flush = async () => {
    loaded += Number(await call(client, 'load_city_names', { batch, source: 'file' }))
    batch = []
  }
  for await (const name of readAlternateNames(names)) {
    batch.push(name)
    read += 1
    if (batch.length >= BATCH_SIZE) await flush()
    if (read % LINES_BETWEEN === 0) process.stdout.write(`${read} names read\n`)
  }
  if (batch.length > 0) await flush()
  return { read, loaded }
}

async function call(client: SupabaseClient, name: string, args: Record<string, unknown>): Promise<unknown> {
  const { data, error } = await client.rpc(name, args)
  if (error) throw new Error(`${name} failed: ${error.message}`, { cause: error })
  return data
}
