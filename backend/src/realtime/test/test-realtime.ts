import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createClient, type RealtimeClientOptions, type SupabaseClient } from '@supabase/supabase-js'
import { exportJWK, generateKeyPair } from 'jose'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { createLog } from '../../http/log.ts'
import { type AppSessions, endAppsWithSession } from '../../http/tokens/app-sessions.ts'
import { createTokens, type Tokens } from '../../http/tokens/tokens.ts'
import { openSources } from '../open-sources.ts'
import { createRealtimeService, type RealtimeService } from '../service.ts'
import { parseRealtimeSettings, type RealtimeSettings } from '../settings.ts'

export const TEST_KEYS = { publishableKey: 'sb_publishable_test', secretKey: 'sb_secret_test' }
export const VERSIONS = ['1.0.0', '2.0.0'] as const

/** The realtime service behind an HTTP server with its own database, and the official client. */
export interface TestRealtime extends AsyncDisposable {
  database: TestDatabase
  service: RealtimeService
  tokens: Tokens
  /** `http://127.0.0.1:<port>` */
  url: string
  /** Returns an official client, which is disconnected at the end. */
  connect(options?: ConnectOptions): SupabaseClient
  signToken(claims: Record<string, unknown>): Promise<string>
  /** Starts another process of the same installation. */
  startAnother(): Promise<TestProcess>
}

/** One of several processes that share a database. */
export interface TestProcess {
  service: RealtimeService
  url: string
  close(): Promise<void>
}

interface ConnectOptions {
  version?: (typeof VERSIONS)[number]
  key?: string
  token?: string
  realtime?: RealtimeClientOptions
}

export async function createTestRealtime(
  options: { settings?: Partial<RealtimeSettings>; sql?: string; appSessions?: AppSessions } = {},
): Promise<TestRealtime> {
  const database = await createTestDatabase()
  if (options.sql) await database.connect('owner', { max: 1 }).unsafe(options.sql)
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), alg: 'ES256', kid: 'test', key_ops: ['sign'] }
  const signer = await createTokens([jwk], 'a shared secret for tests of at least 32 characters')
  const tokens = options.appSessions ? endAppsWithSession(signer, options.appSessions) : signer
  const settings = { ...parseRealtimeSettings({}), ...options.settings }
  const running = new AsyncDisposableStack()
  const start = async () => {
    const process = await startProcess(database, tokens, settings)
    running.defer(process.close)
    return process
  }
  const { service, url } = await start()
  const clients: SupabaseClient[] = []
  return {
    database,
    service,
    tokens,
    url,
    startAnother: start,
    connect: ({ version = '2.0.0', key = TEST_KEYS.publishableKey, token, realtime } = {}) => {
      const client = createClient(url, key, {
        auth: { persistSession: false, autoRefreshToken: false },
        realtime: { vsn: version, ...realtime },
        ...(token === undefined ? {} : { accessToken: async () => token }),
      })
      clients.push(client)
      return client
    },
    signToken: (claims) => tokens.sign({ role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 3600, ...claims }),
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client.realtime.disconnect()))
      await running.disposeAsync()
      await database.close()
    },
  }
}

/** Starts the service with its own connections, as a process of an installation does. */
async function startProcess(database: TestDatabase, tokens: Tokens, settings: RealtimeSettings): Promise<TestProcess> {
  const log = createLog('warn')
  const { connect } = database
  const sources = await openSources({ database, owner: connect('owner', { max: 1 }), isAlone: false, settings, log })
  const service = createRealtimeService({ connect, tokens, keys: TEST_KEYS, settings, log, sources })
  const server = await listen(service)
  return {
    service,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      await service.close()
      await sources.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function listen(service: RealtimeService): Promise<Server> {
  const listener = getRequestListener((request) => service.fetch(request), { overrideGlobalObjects: false })
  const server = createServer((request, response) => void listener(request, response))
  server.on('upgrade', service.upgrade)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
