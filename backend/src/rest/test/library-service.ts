import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { exportJWK, generateKeyPair } from 'jose'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { createLog } from '../../http/log.ts'
import { createTokens, type Tokens } from '../../http/tokens/tokens.ts'
import type { RestErrorBody } from '../rest-error.ts'
import { createRestService, type RestService } from '../service.ts'
import { parseRestSettings, type RestSettings } from '../settings.ts'

export const KEYS = { publishableKey: 'sb_publishable_test', secretKey: 'sb_secret_test' }
export const MINE = '11111111-1111-4111-8111-111111111111'
const URL = 'http://backend.test'

/** A client of any schema; supabase-js has the schema's name in its type. */
export type AnyClient = SupabaseClient

/** The data service over a small library of books, with in-process clients. */
export interface LibraryService {
  database: TestDatabase
  service: RestService
  tokens: Tokens
  /** The errors that the service has logged. */
  logged: string[]
  /** A client with the publishable key. */
  visitor: SupabaseClient
  admin: SupabaseClient
  /** Returns a client that is signed in as a user. */
  userClient(id: string): Promise<SupabaseClient>
  /** Returns a client with another key, schema or headers. */
  createClient(options?: { schema?: string; headers?: Record<string, string>; key?: string }): AnyClient
  /** Sends a request to a path under `/rest/v1`, by default with the publishable key. */
  request(path: string, init?: RequestInit & { token?: string; key?: string }): Promise<Response>
  close(): Promise<void>
}

export async function createLibraryService(
  settings: Partial<RestSettings> = {},
  schemaFile = 'library-schema.sql',
): Promise<LibraryService> {
  const database = await createTestDatabase()
  const owner = database.connect('owner', { max: 1 })
  await owner.unsafe(await readFile(join(import.meta.dirname, schemaFile), 'utf8'))
  const tokens = await createTestTokens()
  const logged: string[] = []
  const service = await createRestService({
    connect: database.connect,
    tokens,
    keys: KEYS,
    log: createLog('error', (line) => void logged.push(line)),
    settings: { ...parseRestSettings(), ...settings },
  })
  const fetchInProcess: typeof fetch = (input, init) => service.fetch(new Request(input as string, init))
  const client = (key: string, token?: string) =>
    createClient(URL, key, {
      global: { fetch: fetchInProcess },
      auth: { persistSession: false, autoRefreshToken: false },
      ...(token === undefined ? {} : { accessToken: async () => token }),
    })
  const createOther: LibraryService['createClient'] = ({
    schema = 'public',
    headers = {},
    key = KEYS.secretKey,
  } = {}) =>
    createClient(URL, key, {
      db: { schema },
      global: { fetch: fetchInProcess, headers },
      auth: { persistSession: false, autoRefreshToken: false },
    }) as unknown as AnyClient
  const close = async () => {
    await service.close()
    await database.close()
  }
  return {
    database,
    service,
    tokens,
    logged,
    visitor: client(KEYS.publishableKey),
    admin: client(KEYS.secretKey),
    createClient: createOther,
    userClient: async (id) => client(KEYS.publishableKey, await tokens.sign({ sub: id, role: 'authenticated' })),
    request: (path, { token, key = KEYS.publishableKey, headers, ...init } = {}) => {
      const all = new Headers(headers)
      all.set('apikey', key)
      if (token !== undefined) all.set('authorization', `Bearer ${token}`)
      return service.fetch(new Request(`${URL}/rest/v1${path}`, { ...init, headers: all }))
    },
    close,
  }
}

async function createTestTokens(): Promise<Tokens> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'test', alg: 'ES256', key_ops: ['sign'] }
  return createTokens([key], 'a shared secret for tests, long enough')
}

/** Returns the body of an error. */
export async function readError(response: Response): Promise<RestErrorBody> {
  return (await response.json()) as RestErrorBody
}

/** Returns the rows of a response. */
export async function readRows<T = Record<string, unknown>>(response: Response): Promise<T[]> {
  return (await response.json()) as T[]
}
