import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { createFunctionsService, type FunctionsService } from '../../../backend/src/functions/service.ts'
import { parseFunctionsSettings } from '../../../backend/src/functions/settings.ts'
import { createLog } from '../../../backend/src/http/log.ts'
import { TEST_KEYS } from '../../../backend/src/storage/test/test-storage.ts'
import type { Database } from '../../../web/app/lib/database.types.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { createDenoRuntime, type DenoRuntime } from './deno-runtime.ts'

/** All services of {@link createTestApp} over HTTP, with the functions that the product ships. */
export interface TestFunctionApp extends AsyncDisposable {
  app: TestApp
  url: string
  /** The official client with the secret key, as chores use it. */
  server: SupabaseClient<Database>
  visitor: SupabaseClient<Database>
}

/** Starts the services. `secrets` are the variables of `supabase/functions/.env`. */
export async function createTestFunctionApp(secrets: Record<string, string> = {}): Promise<TestFunctionApp> {
  const app = await createTestApp()
  let functions: FunctionsService | DenoRuntime | undefined
  const answer = (request: Request): Promise<Response> => {
    if (functions && new URL(request.url).pathname.startsWith('/functions/')) return functions.fetch(request)
    const { method, headers, body } = request
    const init: RequestInit & { duplex: 'half' } = { method, headers, duplex: 'half' }
    return app.fetch(request.url, body ? { ...init, body } : init)
  }
  const listener = getRequestListener(answer, { overrideGlobalObjects: false })
  const http = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  functions = process.env.TEST_FUNCTIONS_RUNTIME === 'deno' ? startDeno(url, secrets) : startService(app, url, secrets)
  const connect = (key: string) =>
    createClient<Database>(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
  return {
    app,
    url,
    server: connect(TEST_KEYS.secretKey),
    visitor: connect(TEST_KEYS.publishableKey),
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      http.close()
      await functions?.close()
      await app[Symbol.asyncDispose]()
    },
  }
}

function startService(app: TestApp, url: string, secrets: Record<string, string>): FunctionsService {
  return createFunctionsService({
    tokens: app.storage.tokens,
    keys: TEST_KEYS,
    settings: parseFunctionsSettings({ NODE_ENV: 'production' }),
    projectFolder: join(import.meta.dirname, '../..'),
    secrets,
    apiUrl: url,
    databaseUrl: 'postgresql://unused.test/postgres',
    log: createLog('error'),
  })
}

function startDeno(url: string, secrets: Record<string, string>): DenoRuntime {
  return createDenoRuntime({
    ...secrets,
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: TEST_KEYS.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: TEST_KEYS.secretKey }),
  })
}
