import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { readConfig } from '../backend/src/config.ts'
import { openDatabase } from '../backend/src/postgres/database.ts'
import type { Sql } from '../backend/src/postgres/statements/sql.ts'
import { createBackend } from '../backend/src/server.ts'
import { createBenchFolder } from './bench-site.ts'
import { createPlaceSamples } from './data/place-samples.ts'
import { type Row, roundFigure } from './row.ts'

/** The data service with the secret key, and the database. */
export interface Bench {
  client: SupabaseClient
  owner: Sql
}

/** Starts a backend on its own data folder, which is deleted afterwards. */
export async function withBackend<T>(work: (bench: Bench) => Promise<T>): Promise<T> {
  using folder = createBenchFolder()
  return await withBackendIn(folder.path, work)
}

/** Starts a backend on a folder that stays. */
export async function withBackendIn<T>(folder: string, work: (bench: Bench) => Promise<T>): Promise<T> {
  const backend = await createBackend(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' }))
  const database = openDatabase({ socket: join(folder, 'run'), port: 5432, database: 'postgres' }, 'bench')
  const client = createClient('http://backend.internal', backend.keys.secretKey, {
    auth: { persistSession: false },
    global: { fetch: (input, init) => backend.fetch(new Request(input, init)) },
  })
  try {
    return await work({ client, owner: database.connect('owner', { max: 2 }) })
  } finally {
    await database.close()
    await backend.close()
  }
}

/** Creates the spots, unless an earlier run left them. Returns how long it took. */
export async function generateSpots(owner: Sql, spots: number, onProgress: (line: string) => void): Promise<Row[]> {
  const [found] = await owner<{ exists: boolean }[]>`select exists (select from public.spots) as exists`
  if (found?.exists) return []
  const startedAt = performance.now()
  await createPlaceSamples(owner, spots, { onProgress })
  onProgress('building the cells')
  const builtAt = performance.now()
  await owner`select public.refresh_spot_cells(rebuild => true)`
  const name = `${spots.toLocaleString('en')} spots`
  return [
    { name: `creating ${name} and their indexes`, value: roundFigure((builtAt - startedAt) / 1000), unit: 's' },
    { name: `counting ${name}`, value: roundFigure((performance.now() - builtAt) / 1000), unit: 's' },
  ]
}
