import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { type Config, readConfig } from '../../backend/src/config.ts'
import { createTokens } from '../../backend/src/http/tokens/tokens.ts'
import { findSecrets, mergeSecrets } from '../../backend/src/start/secrets.ts'

const OPTIONS = { auth: { persistSession: false, autoRefreshToken: false } }

/** A client of the data service with the secret key. Disposal closes whatever was started for it. */
export interface DataService extends AsyncDisposable {
  client: SupabaseClient
  /** The target of the import, in words for the operator. */
  place: string
  /** Base URL, fetch and keys, for requests without the client. */
  url: string
  fetch: typeof fetch
  /** Undefined when the key of a hosted project is not set. */
  publishableKey: string | undefined
  secretKey: string
}

/**
 * Opens the services of this installation in any mode: a hosted project (`SUPABASE_URL`), our own database
 * (`DATABASE_URL`) or the embedded one. Uses a running app if there is one, or starts the services until disposal.
 */
export async function openDataService(environment: Record<string, string | undefined>): Promise<DataService> {
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: key } = environment
  if (url) {
    if (!key) throw new Error('SUPABASE_URL is set, so SUPABASE_SECRET_KEY must be set too.')
    return openRemote(url, { publishableKey: environment.SUPABASE_PUBLISHABLE_KEY, secretKey: key })
  }
  const config = readConfig(environment)
  if (config.databaseUrl === undefined) {
    const running = await findRunning(config)
    if (running) return running
  }
  // Imported on demand: it takes half a second to load, and usually the app is running.
  const { createBackend } = await import('../../backend/src/server.ts')
  const backend = await createBackend({ ...config, logLevel: 'warn' })
  const origin = 'http://backend.internal'
  const fetchInProcess: typeof fetch = (input, init) => backend.fetch(new Request(input, init))
  const client = createClient(origin, backend.keys.secretKey, { ...OPTIONS, global: { fetch: fetchInProcess } })
  const place = config.databaseUrl ? 'the database of DATABASE_URL' : join(config.dataFolder, 'pg')
  const { publishableKey, secretKey } = backend.keys
  const close = () => backend.close()
  return { client, place, url: origin, fetch: fetchInProcess, publishableKey, secretKey, [Symbol.asyncDispose]: close }
}

function openRemote(url: string, keys: Pick<DataService, 'publishableKey' | 'secretKey'>): DataService {
  const client = createClient(url, keys.secretKey, OPTIONS)
  return { client, place: url, url, fetch, ...keys, [Symbol.asyncDispose]: async () => {} }
}

const KeySet = v.object({ keys: v.array(v.looseObject({ kty: v.string(), kid: v.optional(v.string()) })) })
const PROBE_TIMEOUT_MS = 3000

/**
 * Finds the app that runs on this data folder, because only that process can use the embedded database. A server on its
 * port must show our public key before it gets the secret key.
 */
async function findRunning(config: Config): Promise<DataService | undefined> {
  const kept = findSecrets(config.dataFolder)
  if (!kept) return undefined
  const secrets = mergeSecrets(kept, config.secrets)
  const { publicKeys } = await createTokens(secrets.jwtKeys, secrets.jwtSecret)
  for (const url of listAddresses(config)) {
    if (!isDeepStrictEqual(await findPublicKeys(url), publicKeys)) continue
    const service = openRemote(url, secrets)
    const { error } = await service.client.rpc('find_import', { import_id: 'none' })
    return error ? undefined : service
  }
  return undefined
}

/** Returns possible base URLs of the services on this machine: with the path of their public URL, and without. */
function listAddresses({ port, apiUrl }: Config): Set<string> {
  const path = new URL(apiUrl).pathname.replace(/\/$/, '')
  return new Set([path, ''].map((base) => `http://localhost:${port}${base}`))
}

/** Returns the keys that an app shows publicly, or undefined when there is no app or another server. */
async function findPublicKeys(url: string): Promise<v.InferOutput<typeof KeySet>['keys'] | undefined> {
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS)
    const answer = await fetch(`${url}/auth/v1/.well-known/jwks.json`, { signal, redirect: 'error' })
    return v.parse(KeySet, await answer.json()).keys
  } catch {
    return undefined
  }
}
