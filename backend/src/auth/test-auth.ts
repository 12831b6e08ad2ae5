import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { exportJWK, generateKeyPair } from 'jose'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { createLog } from '../http/log.ts'
import { createTokens, type Tokens } from '../http/tokens.ts'
import type { Sql } from '../postgres/database.ts'
import { createAuthService } from './service.ts'
import { parseAuthSettings } from './settings.ts'

export const SITE_URL = 'http://site.test:3000'
export const API_URL = 'http://api.test:3000'
export const KEYS = { publishableKey: 'sb_publishable_test', secretKey: 'sb_secret_test' }
export const PASSWORD = 'correct horse 7'
export const JWT_SECRET = 'a shared secret of tests, long enough'

export interface TestMail {
  recipient: string
  subject: string
  text: string
  html: string
  code: string
  /** The mailed link as a URL, undefined for mails that hold a code alone. */
  link: URL | undefined
  hash: string
}

/** The accounts service on a database of its own, with the official client as its caller. */
export interface TestAuth extends AsyncDisposable {
  database: TestDatabase
  sql: Sql
  tokens: Tokens
  /** What was logged. */
  logged: string[]
  /** Moves the service's clock. */
  wait(milliseconds: number): void
  /** The service itself, without a prefix. */
  fetch: ReturnType<typeof createAuthService>['fetch']
  request(path: string, init?: RequestInit & { json?: unknown }): Promise<Response>
  client(options?: { flowType?: 'pkce' | 'implicit'; key?: string }): SupabaseClient
  /** The mails to an address, oldest first. */
  mails(recipient: string): Promise<TestMail[]>
  lastMail(recipient: string): Promise<TestMail>
  /** A second process on the same database. */
  secondProcess(): TestAuth['request']
}

export async function createTestAuth(environment: Record<string, string> = {}): Promise<TestAuth> {
  const database = await createTestDatabase()
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: 'test-key', alg: 'ES256', key_ops: ['sign'] }
  const tokens = await createTokens([jwk], JWT_SECRET)
  const settings = parseAuthSettings(environment, { siteUrl: SITE_URL, apiUrl: API_URL })
  const logged: string[] = []
  let offsetMs = 0
  const start = () =>
    createAuthService({
      connect: database.connect,
      tokens,
      keys: KEYS,
      settings,
      log: createLog('debug', (line) => void logged.push(line)),
      now: () => new Date(Date.now() + offsetMs),
    })
  const service = start()
  const sql = database.connect('owner', { max: 2 })
  const mails = async (recipient: string) =>
    (
      await sql<TestMail[]>`
    select recipient, subject, text, html from auth.outbox where recipient = ${recipient} order by id`
    ).map(withParts)
  return {
    database,
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
      if (!last) throw new Error(`There is no mail to ${recipient}.`)
      return last
    },
    secondProcess: () => requester(start().fetch),
    [Symbol.asyncDispose]: () => database.close(),
  }
}

type Fetch = (request: Request) => Response | Promise<Response>

/** The service itself is unmounted here: the prefix is taken off as server.ts does. */
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

function withParts(mail: TestMail): TestMail {
  const address = /https?:\/\/\S+\/verify\?\S+/.exec(mail.text)?.[0]
  const link = address ? new URL(address) : undefined
  return { ...mail, link, code: /\b\d{6,10}\b/.exec(mail.text)?.[0] ?? '', hash: link?.searchParams.get('token') ?? '' }
}
