import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createClient } from '@supabase/supabase-js'
import { exportJWK, generateKeyPair } from 'jose'
import { createLog } from '../../http/log.ts'
import { createTokens, type Tokens } from '../../http/tokens/tokens.ts'
import { createFunctionsService, type FunctionsService } from '../service.ts'
import { type FunctionsSettings, parseFunctionsSettings } from '../settings.ts'

export const TEST_KEYS = { publishableKey: 'sb_publishable_test', secretKey: 'sb_secret_test' }
export const JWT_SECRET = 'a shared secret for tests of at least 32 characters'

/** `test/worker-surface.test.ts` repeats the tests with worker threads. */
const ENVIRONMENT = { NODE_ENV: 'production', FUNCTIONS_ISOLATION: process.env.FUNCTIONS_TEST_ISOLATION }

/** A functions service over HTTP with its own project folder. */
export interface TestFunctions extends AsyncDisposable {
  service: FunctionsService
  tokens: Tokens
  /** The base URL of the HTTP server. */
  url: string
  /** The folder `supabase`. */
  folder: string
  /** The lines of the log. */
  log: string[]
  /** Creates or replaces files. Paths start at the folder `supabase`. */
  write(files: Record<string, string>): void
  /** The official client of a member. */
  member(): Promise<ReturnType<typeof createClient>['functions']>
  /** The official client with the publishable key and no session. */
  visitor: ReturnType<typeof createClient>['functions']
  signToken(claims?: Record<string, unknown>): Promise<string>
  /** Sends a request without credentials. The path starts after `/functions/v1`. */
  request(path: string, init?: RequestInit & { duplex?: 'half' }): Promise<Response>
}

/** Renders the module of a function from the source of its handler. */
export const serve = (handler: string) => `Deno.serve(${handler})\n`

/** A `config.toml` in which no function needs a token. */
export function withoutTokens(...names: string[]): string {
  return names.map((name) => `[functions.${name}]\nverify_jwt = false\n`).join('\n')
}

/** Starts a service. `files` are those of the folder `supabase`. */
export async function createTestFunctions(
  files: Record<string, string>,
  settings: Partial<FunctionsSettings> = {},
): Promise<TestFunctions> {
  const folder = mkdtempSync(join(tmpdir(), 'hereabouts-functions-'))
  const write = (written: Record<string, string>) => {
    for (const [path, text] of Object.entries(written)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
  }
  write(files)
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), alg: 'ES256', kid: 'test', key_ops: ['sign', 'verify'] }
  const tokens = await createTokens([jwk], JWT_SECRET)
  const log: string[] = []
  const service = createFunctionsService({
    tokens,
    keys: TEST_KEYS,
    settings: { ...parseFunctionsSettings(ENVIRONMENT), ...settings },
    projectFolder: folder,
    apiUrl: 'http://functions.test',
    databaseUrl: 'postgresql://functions.test/postgres',
    log: createLog('info', (line) => void log.push(line)),
  })
  const listener = getRequestListener((request, connection) => service.fetch(request, connection), {
    overrideGlobalObjects: false,
  })
  const server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const signToken = (claims: Record<string, unknown> = {}) =>
    tokens.sign({ role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 3600, ...claims })
  const connect = (token?: string) =>
    createClient(url, TEST_KEYS.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      ...(token ? { accessToken: async () => token } : {}),
    }).functions
  return {
    service,
    tokens,
    url,
    folder,
    log,
    write,
    signToken,
    member: async () => connect(await signToken()),
    visitor: connect(),
    request: (path, init) => fetch(`${url}/functions/v1${path}`, init),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await service.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
