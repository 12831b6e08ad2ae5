import type { ApiKeys, Caller } from '../http/caller.ts'
import type { Log } from '../http/log.ts'
import type { Tokens } from '../http/tokens.ts'
import type { Database } from '../postgres/database.ts'
import { catalogMissing } from './errors.ts'
import { createPool } from './execute/pool.ts'
import { VERBATIM_TYPES } from './execute/pool-options.ts'
import { CONNECTION_LIFETIME_SECONDS, createStatementCache } from './execute/statement-cache.ts'
import { handleRequest } from './handle-request.ts'
import { createAuthenticator } from './http/authenticate.ts'
import { withCors } from './http/cors.ts'
import type { RequestScope } from './request-scope.ts'
import { respondError } from './respond/respond.ts'
import { createCatalogCache } from './schema/catalog-cache.ts'
import { CATALOG_SETTINGS } from './schema/load-catalog.ts'
import type { RestSettings } from './settings.ts'
import { toRestError } from './sql-error.ts'

const PREFIX = '/rest/v1'
const ANONYMOUS = 'anon'

export interface RestServiceOptions {
  connect: Database['connect']
  tokens: Tokens
  keys: ApiKeys
  log: Log
  settings: RestSettings
}

/** The data service. */
export interface RestService {
  /** Answers a request under `/rest/v1`. Never throws. */
  fetch(request: Request): Promise<Response>
  /** Reads the database's schema anew, as `notify pgrst` does. */
  reload(): Promise<void>
  close(): Promise<void>
}

/** Starts the service: a pool as `authenticator`, the schema cache and its listener. */
export async function createRestService(options: RestServiceOptions): Promise<RestService> {
  const { connect, tokens, keys, log, settings } = options
  const pool = createPool(() =>
    connect('authenticator', {
      max: settings.poolSize,
      max_lifetime: CONNECTION_LIFETIME_SECONDS,
      types: VERBATIM_TYPES as never,
    }),
  )
  const catalogConnection = connect('authenticator', { max: 1, connection: CATALOG_SETTINGS })
  const catalogs = await createCatalogCache(catalogConnection, settings, log)
  const statements = createStatementCache()
  const authenticate = createAuthenticator(tokens, keys)

  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    let caller: Caller | undefined
    try {
      caller = await authenticate(request.headers, url.search)
      const catalog = catalogs.find()
      if (!catalog) throw catalogMissing()
      const scope: RequestScope = {
        pool,
        statements,
        catalog,
        settings,
        caller,
        path: url.pathname.slice(PREFIX.length),
      }
      return await handleRequest(scope, request, url)
    } catch (error) {
      const known = toRestError(error, (caller?.role ?? ANONYMOUS) === ANONYMOUS)
      if (known.status >= 500) log.error('data request failed', { method: request.method, path: url.pathname, error })
      return respondError(known, request.method)
    }
  }
  return {
    fetch: (request) => withCors(request, () => answer(request)),
    reload: catalogs.reload,
    close: async () => {
      await catalogs.close()
      await Promise.all([catalogConnection.end({ timeout: 5 }), pool.close()])
    },
  }
}
