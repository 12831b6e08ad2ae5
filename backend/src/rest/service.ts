import { IncomingMessage } from 'node:http'
import { type BufferedResponse, type Connection, deliver, setHeader } from '../http/buffered-response.ts'
import { hasWholeBody } from '../http/connections/drain-request.ts'
import { createFairQueue } from '../http/connections/fair-queue.ts'
import { createRejectionLog } from '../http/connections/rejection-log.ts'
import type { Log } from '../http/log.ts'
import type { ApiKeys, Caller, PersonalTokens } from '../http/tokens/caller.ts'
import { NO_PERSONAL_TOKENS } from '../http/tokens/personal-tokens.ts'
import type { Tokens } from '../http/tokens/tokens.ts'
import type { Database } from '../postgres/database.ts'
import { catalogMissing } from './errors.ts'
import { queueFairly } from './execute/fair-pool.ts'
import { createStatementCache, NO_STATEMENT_CACHE } from './execute/statement-cache.ts'
import { createAuthenticator } from './http/authenticate.ts'
import { withCors } from './http/cors.ts'
import { identifyClient } from './http/identify-client.ts'
import type { RequestScope } from './request-scope.ts'
import { respondError } from './respond/respond.ts'
import { handleRoute } from './routes.ts'
import { createCatalogCache } from './schema/catalog-cache.ts'
import { CATALOG_SETTINGS } from './schema/load-catalog.ts'
import type { RestSettings } from './settings.ts'
import { STATEMENT_TIMEOUT, toRestError } from './sql-error.ts'
import { createTiming, NO_TIMING, type Timing } from './timing.ts'

const PREFIX = '/rest/v1'
const ANONYMOUS = 'anon'

export interface RestServiceOptions {
  connect: Database['connect']
  tokens: Tokens
  /** None by default. */
  personalTokens?: PersonalTokens
  keys: ApiKeys
  log: Log
  settings: RestSettings
}

const CONNECT_TIMEOUT_MS = 3000
/**
 * On a new connection PostgreSQL plans each function of a page again, for 100 to 400 ms. The pages call a fixed set of
 * functions, so their connections do not grow and may stay.
 */
const FOR_PAGES = { keep: 3, lifetimeMs: 8 * 60 * 60 * 1000 }
/** One for visitors and one for members, whose plans differ. */
const KEPT_CONNECTIONS = 2
/** The fair queue limits the number of concurrent statements, so each of them may use one core only. */
const ONE_CORE = { max_parallel_workers_per_gather: 0 }

export interface RestService {
  /** Handles a request under `/rest/v1`. Never throws. With a connection, most responses are written to it directly. */
  fetch(request: Request, connection?: Connection): Promise<Response>
  /** Reloads the schema cache, as `notify pgrst` does. */
  reload(): Promise<void>
  close(): Promise<void>
}

/** Starts the service: a pool for `authenticator`, the schema cache and its listener. */
export async function createRestService(options: RestServiceOptions): Promise<RestService> {
  const { connect, tokens, personalTokens = NO_PERSONAL_TOKENS, keys, log, settings } = options
  const { poolSize, pagesPoolSize, acquireTimeoutMs } = settings
  const limits = { connectTimeoutMs: CONNECT_TIMEOUT_MS, acquireTimeoutMs }
  const sql = connect('authenticator', { ...limits, max: poolSize, keep: KEPT_CONNECTIONS, settings: ONE_CORE })
  const pages = connect('authenticator', { ...limits, max: pagesPoolSize, ...FOR_PAGES })
  const queue = createFairQueue({
    size: poolSize,
    clientSize: settings.clientStatements,
    clientQueue: settings.clientQueue,
    slowSize: settings.slowStatements,
    maxWaitMs: acquireTimeoutMs,
  })
  const openCatalog = () => connect('authenticator', { max: 1, settings: CATALOG_SETTINGS })
  const catalogs = await createCatalogCache(openCatalog, settings, log)
  const statements = createStatementCache()
  const isRejection = createRejectionLog(log, 'data requests rejected')
  const authenticate = createAuthenticator(tokens, keys, settings, personalTokens)

  const handle = async (request: Request, connection?: Connection): Promise<BufferedResponse> => {
    const url = new URL(request.url)
    const snapshot = catalogs.find()
    const current = snapshot?.settings ?? settings
    const timing = current.serverTiming ? createTiming() : NO_TIMING
    let caller: Caller | undefined
    try {
      caller = await authenticate(request.headers, url.search)
      timing.end('jwt')
      if (!snapshot) throw catalogMissing()
      const scope: RequestScope = {
        pool: connection?.isFromPage
          ? pages.pool
          : queueFairly(sql.pool, queue, identifyClient(caller, request, connection)),
        statements: current.preparesStatements ? statements : NO_STATEMENT_CACHE,
        catalog: snapshot.catalog,
        settings: current,
        caller,
        path: url.pathname.slice(PREFIX.length),
        timing,
        log,
      }
      const given = await handleRoute(scope, request, url)
      timing.end('response')
      return withExtras(given, request, current, timing)
    } catch (error) {
      const known = toRestError(error, (caller?.role ?? ANONYMOUS) === ANONYMOUS, queue.isCrowded())
      const place = { method: request.method, path: url.pathname }
      // Any client can cause it, so its stack must not fill the log.
      if (known.code === STATEMENT_TIMEOUT) log.warn('statement reached its timeout', place)
      else if (!isRejection(error) && known.status >= 500) log.error('data request failed', { ...place, error })
      return withExtras(respondError(known, request.method), request, current, timing)
    }
  }
  return {
    fetch: async (request, connection) => {
      const origins = catalogs.find()?.settings.corsOrigins ?? []
      const response = await withCors(request, origins, () => handle(request, connection))
      const incoming = connection?.incoming instanceof IncomingMessage ? connection.incoming : undefined
      // A client that is still sending would not receive the response.
      if (!(await hasWholeBody(incoming))) setHeader(response, 'connection', 'close')
      return deliver(response, request, connection)
    },
    reload: catalogs.reload,
    close: async () => {
      await catalogs.close()
      await Promise.all([sql.end(), pages.end()])
    },
  }
}

/** Adds the optional headers: durations of the stages and the trace header. */
function withExtras(
  response: BufferedResponse,
  request: Request,
  settings: RestSettings,
  timing: Timing,
): BufferedResponse {
  const { serverTiming, traceHeader } = settings
  if (serverTiming) setHeader(response, 'Server-Timing', timing.format())
  const trace = traceHeader === undefined ? null : request.headers.get(traceHeader)
  if (traceHeader !== undefined && trace !== null) setHeader(response, traceHeader, trace)
  return response
}
