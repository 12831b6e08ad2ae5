// Fills the table cities of a hosted project: SUPABASE_URL=… SUPABASE_SECRET_KEY=… node scripts/load-cities.ts
import { createClient } from '@supabase/supabase-js'
import { listCityNames } from '../backend/src/cities/city-names.ts'
import { listCities } from '../backend/src/cities/list-cities.ts'
import { toCityVersion } from '../backend/src/cities/load-cities.ts'

/** About 250 kB of JSON, well under the body limits of hosted projects. */
const BATCH_SIZE = 1000

const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: key } = process.env
if (!url || !key) {
  process.stderr.write('Set SUPABASE_URL and SUPABASE_SECRET_KEY of the hosted project.\n')
  process.exit(2)
}
const client = createClient(url, key, { auth: { persistSession: false } })

async function call(name: string, args: Record<string, unknown> = {}): Promise<unknown> {
  const { data, error } = await client.rpc(name, args)
  if (error) throw new Error(`${name} failed: ${error.message}`, { cause: error })
  return data
}

const version = toCityVersion()
if ((await call('get_city_version')) === version) {
  process.stdout.write('The cities are up to date.\n')
} else {
  const cities = listCities()
  for (let start = 0; start < cities.length; start += BATCH_SIZE) {
    await call('load_city_batch', { batch: cities.slice(start, start + BATCH_SIZE) })
    process.stdout.write(`\r${Math.min(start + BATCH_SIZE, cities.length)} of ${cities.length} cities`)
  }
  await call('delete_city_names', { source: 'shipped' })
  const names = listCityNames()
  for (let start = 0; start < names.length; start += BATCH_SIZE) {
    await call('load_city_names', { batch: names.slice(start, start + BATCH_SIZE), source: 'shipped' })
  }
  const deleted = await call('finish_city_load', { version, ids: cities.map((city) => city.id) })
  process.stdout.write(`\nDone. ${deleted} obsolete cities deleted.\n`)
}
