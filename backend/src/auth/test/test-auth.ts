import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { createLog } from '../../http/log.ts'
import { createTokens, type Tokens } from '../../http/tokens/tokens.ts'
import type { Sql } from '../../postgres/statements/sql.ts'
import { hashing } from '../domain/passwords/password-hash.ts'
import { type AuthServiceOptions, createAuthService } from '../service.ts'
import { parseAuthSettings } from '../settings.ts'
import { API_URL } from './test-api-url.ts'

export const SITE_URL = 'http://site.test:3000'
export const KEYS = { publishableKey: 'sb_publishable_test', secretKey: 'sb_secret_test' }
export const PASSWORD = 'correct horse 7'
export const JWT_SECRET = 'a shared secret of tests, long enough'

export interface TestMail {
  recipient: string
  subject: string
  text: string
  html: string
  code: string
  /** The emailed link as a URL; undefined for emails with a code only. */
  link: URL | undefined
  hash: string
}

/** The accounts service on an empty database, with the official client as its caller. */
export interface TestAuth extends AsyncDisposable {
  sql: Sql
  tokens: Tokens
  /** The log lines. */
  logged: string[]
  /** Moves the clock of the service. */
  wait(milliseconds: number): void
  /** Calls the service itself, without a prefix. */
  fetch: ReturnType<typeof createAuthService>['fetch']
  request(path: string, init?: RequestInit & { json?: unknown }): Promise<Response>
  client(options?: { flowType?: 'pkce' | 'implicit'; key?: string }): SupabaseClient
  /** Returns the emails to an address, oldest first. */
  mails(recipient: string): Promise<TestMail[]>
  lastMail(recipient: string): Promise<TestMail>
  /** Starts a second process on the same database. */
  secondProcess(): TestAuth['request']
  /** Starts a process with other settings on the same database. */
  anotherProcess(environment: Record<string, string>): TestAuth['request']
}

interface TestAuthOptions {
  ownDatabase?: boolean
  signingKey?: JWK
  /** The official client caches keys by id for all tests of a worker, so a test of its `getClaims` names its own. */
  keyId?: string
  signUpGate?: AuthServiceOptions['signUpGate']
  /** The bcrypt cost. At the usual cost of 10, the hash takes longer than the rest of most tests. */
  hashCost?: number
}

let shared: Promise<TestDatabase> | undefined

/**
 * Starts the service. The tests of a worker share one database, emptied after each test, because creating one takes
 * longer than most tests. The database ends with its server. A test that changes tables sets `ownDatabase`.
 */
export async function createTestAuth(
  environment: Record<string, string> = {},
  { ownDatabase = false, signingKey, keyId = 'test-key', hashCost = 4, signUpGate }: TestAuthOptions = {},
): Promise<TestAuth> {
  shared ??= ownDatabase ? undefined : createTestDatabase()
  const database = await (ownDatabase || !shared ? createTestDatabase() : shared)
  const pools: Sql[] = []
  const connect: TestDatabase['connect'] = (...options) => {
    const pool = database.connect(...options)
    pools.push(pool)
    return pool
  }
  const sql = connect('owner', { max: 2 })
  const usualCost = hashing.cost
  const dispose = async () => {
    hashing.cost = usualCost
    if (ownDatabase) return database.close()
    await empty(sql)
    await Promise.all(pools.map((pool) => pool.end(1000)))
  }
  let offsetMs = 0
  const now = () => new Date(Date.now() + offsetMs)
  const tokens = await createTokens([signingKey ?? (await createSigningKey(keyId))], JWT_SECRET, undefined, now)
  const logged: string[] = []
  const start = (env = environment) =>
    createAuthService({
      connect,
      tokens,
      keys: KEYS,
      settings: parseAuthSettings(env, { siteUrl: SITE_URL, apiUrl: API_URL }),
      log: createLog('debug', (line) => void logged.push(line)),
      now,
      ...(signUpGate && { signUpGate }),
    })
  const service = start()
  hashing.cost = hashCost
  const mails = async (recipient: string) =>
    (
      await sql<TestMail[]>`
    select recipient, subject, text, html from auth.outbox where recipient = ${recipient} order by id`
    ).map(parseMail)
  return {
    sql,
    tokens,
    logged,
    wait: (milliseconds) => {
      offsetMs += milliseconds
    },
    fetch: service.fetch,
    request: requester(service.fetch),
    client: ({ flowType = 'implicit', key = KEYS.publishableKey } = {}) =>
      createClient(API_URL, key, {
        auth: { flowType, persistSession: flowType === 'pkce', storage: memory(), autoRefreshToken: false },
        global: { fetch: async (input, init) => serve(service.fetch, new Request(input, init)) },
      }),
    mails,
    lastMail: async (recipient) => {
      const last = (await mails(recipient)).at(-1)
      if (!last) throw new Error(`There is no email to ${recipient}.`)
      return last
    },
    secondProcess: () => requester(start().fetch),
    anotherProcess: (other) => requester(start(other).fetch),
    [Symbol.asyncDispose]: dispose,
  }
}

async function createSigningKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, alg: 'ES256', key_ops: ['sign'] }
}

async function empty(sql: Sql): Promise<void> {
  await sql`delete from auth.users`
  await sql`delete from auth.refresh_tokens`
  await sql`delete from auth.flow_state`
  await sql`delete from auth.oauth_client_states`
  await sql`delete from auth.custom_oauth_providers`
  await sql`delete from auth.sso_providers`
  await sql`delete from auth.oauth_clients`
  await sql`delete from auth.service_keys`
  await sql`delete from auth.outbox`
  await sql`delete from auth.rate_limits`
  await sql`delete from auth.web3_used_messages`
  await sql`delete from auth.known_networks`
  await sql`delete from auth.outbox_keys`
  await sql`delete from auth.audit_log_entries`
}

type Fetch = (request: Request) => Response | Promise<Response>

/** The service is not mounted here, so the prefix is removed as in server.ts. */
async function serve(fetch: Fetch, request: Request): Promise<Response> {
  return fetch(new Request(request.url.replace('/auth/v1', ''), request))
}

function requester(fetch: Fetch): TestAuth['request'] {
  return (path, { json, ...init } = {}) => {
    const body = json === undefined ? {} : { body: JSON.stringify(json), method: init.method ?? 'POST' }
    return serve(fetch, new Request(`${API_URL}/auth/v1${path}`, { ...init, ...body }))
  }
}

function memory() {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
}

function parseMail(mail: TestMail): TestMail {
  const address = /https?:\/\/\S+[?&]token(?:_hash)?=\S+/.exec(mail.text)?.[0]
  const link = address ? new URL(address) : undefined
  return {
    ...mail,
    link,
    code: /\b\d{6,10}\b/.exec(mail.text)?.[0] ?? '',
    hash: link?.searchParams.get('token') ?? link?.searchParams.get('token_hash') ?? '',
  }
}
