import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { readConfig } from '../../backend/src/config.ts'
import { findSecrets } from '../../backend/src/secrets.ts'
import { createBackend } from '../../backend/src/server.ts'

const OPTIONS = { auth: { persistSession: false, autoRefreshToken: false } }

/** The data service with the secret key, and how to leave it. */
export interface DataService extends AsyncDisposable {
  client: SupabaseClient
  /** For the operator: where the data goes. */
  place: string
}

/**
 * Opens the data of this installation, whichever way it runs: a hosted project (`SUPABASE_URL`), our own database
 * (`DATABASE_URL`), or the embedded one; that of a running app through the app, else started here for as long as it is needed.
 */
export async function openDataService(environment: Record<string, string | undefined>): Promise<DataService> {
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: key } = environment
  if (url) {
    if (!key) throw new Error('SUPABASE_URL is set, so SUPABASE_SECRET_KEY has to be set too.')
    return openRemote(url, key)
  }
  const config = readConfig(environment)
  if (config.databaseUrl === undefined) {
    const secretKey = config.secrets.secretKey ?? findSecrets(config.dataFolder)?.secretKey
    const running = secretKey ? await findRunning(`http://localhost:${config.port}`, secretKey) : undefined
    if (running) return running
  }
  const backend = await createBackend({ ...config, logLevel: 'warn' })
  const client = createClient('http://backend.internal', backend.keys.secretKey, {
    ...OPTIONS,
    global: { fetch: (input, init) => backend.fetch(new Request(input, init)) },
  })
  const place = config.databaseUrl ? 'the database of DATABASE_URL' : join(config.dataFolder, 'pg')
  return { client, place, [Symbol.asyncDispose]: () => backend.close() }
}

function openRemote(url: string, key: string): DataService {
  return { client: createClient(url, key, OPTIONS), place: url, [Symbol.asyncDispose]: async () => {} }
}

/** The app that already runs on this data folder. It alone may use the embedded database; another app does not know our key. */
async function findRunning(url: string, secretKey: string): Promise<DataService | undefined> {
  const service = openRemote(url, secretKey)
  const { error } = await service.client.rpc('find_import', { import_id: 'none' })
  return error ? undefined : service
}
