import { join } from 'node:path'
import { Hono } from 'hono'
import { type AuthServiceOptions, announceOutbox, createAuthService } from './auth/service.ts'
import { parseAuthSettings } from './auth/settings.ts'
import type { Config } from './config.ts'
import { createFunctionsService } from './functions/service.ts'
import { parseFunctionsSettings } from './functions/settings.ts'
import type { Connection } from './http/buffered-response.ts'
import { readRejectedBody } from './http/connections/read-rejected-body.ts'
import { createLog } from './http/log.ts'
import { endAppsWithSession } from './http/tokens/app-sessions.ts'
import type { ApiKeys } from './http/tokens/caller.ts'
import { createTokens } from './http/tokens/tokens.ts'
import { type DatabaseAddress, toDatabaseUrl } from './postgres/connections/address.ts'
import { openDatabase, setLoginPasswords } from './postgres/database.ts'
import type { Sql } from './postgres/statements/sql.ts'
import { openSources } from './realtime/open-sources.ts'
import { createRealtimeService, type RealtimeService } from './realtime/service.ts'
import { parseRealtimeSettings } from './realtime/settings.ts'
import { createRestService } from './rest/service.ts'
import { parseRestSettings } from './rest/settings.ts'
import { openRevocableTokens } from './revocable-tokens.ts'
import { loadCitiesWhileOpen, prepareDatabase } from './start/prepare-database.ts'
import { followSiteName, nameAfterSite } from './start/site-name.ts'
import { openStore } from './start/store.ts'
import { createStorageService } from './storage/service.ts'
import { parseStorageSettings } from './storage/settings.ts'

const PROJECT = join(import.meta.dirname, '../../supabase')

/** The paths of the services. */
export const SERVICE_PREFIXES = [
  '/auth/v1',
  '/rest/v1',
  '/storage/v1',
  '/functions/v1',
  '/realtime/v1',
  // RFC 8414 puts the path of an issuer behind this one.
  '/.well-known/oauth-authorization-server',
] as const

/** The path of WebSockets. HTTP servers pass its `upgrade` events to {@link Backend.upgrade}. */
const SOCKET_PATH = '/realtime/v1/websocket'

/** Returns true for requests that open a WebSocket of a service. `url` has no base path. */
export function isSocketUrl(url: string): boolean {
  return url.split('?', 1)[0] === SOCKET_PATH
}

/** The backend of one process: all services over one database. */
export interface Backend {
  /** Handles a request whose path begins with one of {@link SERVICE_PREFIXES}. Calls in process need no network. */
  fetch(request: Request, connection?: Connection): Promise<Response>
  /** Takes the `upgrade` events whose URL satisfies {@link isSocketUrl}. */
  upgrade: RealtimeService['upgrade']
  keys: ApiKeys
  /**
   * Creates a token that makes a member the first administrator, with the path of its link. Undefined when there is an
   * administrator.
   */
  createSetupPath(): Promise<string | undefined>
  /**
   * Loads the cities of a new site in the background. Does nothing if they are complete. Returns the function that
   * stops it.
   */
  loadCities(): () => void
  /** Settles with the reason when the database ended and could not be restarted. The process must end then. */
  lost: Promise<Error>
  close(): Promise<void>
}

export interface BackendOptions {
  /** The embedded database, if another process runs it. */
  address?: DatabaseAddress | undefined
  /** True for all processes but the first, which prints the messages for the operator at start-up. */
  isFurther?: boolean
  /**
   * True if the caller serves requests before the cities of a new site are loaded, and then calls {@link
   * Backend.loadCities}.
   */
  opensBeforeCities?: boolean
}

/**
 * Starts the embedded database if configured, migrates it, and mounts every service. Throws an error for the operator.
 */
export async function createBackend(config: Config, options: BackendOptions = {}): Promise<Backend> {
  const log = createLog(config.logLevel)
  await using started = new AsyncDisposableStack()
  const { secrets, address, lost, close } = await openStore(config, log, { running: options.address })
  started.defer(close)
  const database = started.use(openDatabase(address, secrets.jwtSecret))
  await prepareDatabase(database, config, log, { opensBeforeCities: options.opensBeforeCities ?? false })
  const owner = database.connect('owner', { max: 2 })
  if ('url' in address) await setLoginPasswords(owner, secrets.jwtSecret)
  const { personalTokens, appSessions, close: closeTokens } = await openRevocableTokens(database.connect, log)
  started.defer(closeTokens)
  // The accounts service reads sessions itself.
  const accountTokens = await createTokens(secrets.jwtKeys, secrets.jwtSecret, config.jwtValidMethods)
  const tokens = endAppsWithSession(accountTokens, appSessions)

  const app = new Hono<{ Bindings: Connection }>()
  // The other services read rejected bodies themselves.
  for (const prefix of ['/auth/v1/*', '/realtime/v1/*']) app.use(prefix, readRejectedBody)

  const settings = nameAfterSite(
    parseAuthSettings(config.environment, config),
    config.environment,
    await followSiteName(owner),
  )
  const auth = createAuthService({
    connect: database.connect,
    tokens: accountTokens,
    keys: secrets,
    settings,
    log,
    signUpGate: createSignUpGate(owner),
  })
  app.route('/auth/v1', auth)
  if (!options.isFurther) await announceOutbox({ sql: owner, settings, log })
  app.get('/.well-known/oauth-authorization-server/auth/v1', (context) =>
    auth.fetch(new Request(new URL('/.well-known/oauth-authorization-server', context.req.url)), context.env),
  )

  const storage = await createStorageService({
    connect: database.connect,
    tokens,
    personalTokens,
    keys: secrets,
    settings: parseStorageSettings(config.environment),
    dataFolder: config.dataFolder,
    log,
  })
  started.defer(() => storage.close())
  app.all('/storage/v1/*', (context) => storage.fetch(context.req.raw, context.env))

  const rest = await createRestService({
    connect: database.connect,
    tokens,
    personalTokens,
    keys: secrets,
    log,
    settings: parseRestSettings(config.environment),
  })
  started.defer(() => rest.close())
  app.all('/rest/v1/*', (context) => rest.fetch(context.req.raw, context.env))

  const functions = createFunctionsService({
    tokens,
    personalTokens,
    keys: secrets,
    settings: parseFunctionsSettings(config.environment),
    projectFolder: PROJECT,
    secrets: { SITE_URL: config.siteUrl },
    apiUrl: config.apiUrl,
    databaseUrl: toDatabaseUrl(address),
    log,
  })
  started.defer(() => functions.close())
  app.all('/functions/v1/*', (context) => functions.fetch(context.req.raw, context.env))

  const realtimeSettings = parseRealtimeSettings(config.environment)
  // A single process with an embedded database runs the chores itself.
  const isAlone = config.databaseUrl === undefined && options.address === undefined
  const sources = await openSources({ database, owner, isAlone, settings: realtimeSettings, log })
  started.defer(() => sources.close())
  const realtime = createRealtimeService({
    connect: database.connect,
    tokens,
    keys: secrets,
    settings: realtimeSettings,
    log,
    sources,
  })
  started.defer(() => realtime.close())
  app.all('/realtime/v1/*', (context) => realtime.fetch(context.req.raw))

  const running = started.move()
  return {
    fetch: async (request, connection) => app.fetch(request, connection),
    upgrade: realtime.upgrade,
    keys: secrets,
    createSetupPath: () => createSetupPath(owner),
    loadCities: () => loadCitiesWhileOpen(database, config, log),
    lost,
    close: () => running.disposeAsync(),
  }
}

/** Calls the app's own rule, which its trigger on accounts enforces too. */
function createSignUpGate(owner: Sql): NonNullable<AuthServiceOptions['signUpGate']> {
  return async ({ invitation }) => {
    const token = typeof invitation === 'string' ? invitation : null
    const [row] = await owner<{ admitted: boolean }[]>`select private.admits_sign_up(${token}) as admitted`
    return row?.admitted ?? false
  }
}

async function createSetupPath(owner: Sql): Promise<string | undefined> {
  const [row] = await owner<{ token: string | null }[]>`select private.insert_setup_link() as token`
  return row?.token ? `/auth/signup?invitation=${row.token}` : undefined
}
