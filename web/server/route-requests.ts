import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { type Backend, SERVICE_PREFIXES } from 'backend/server'
import { recordOverload } from './pages/page-queue.ts'
import { drainBody } from './requests/drain-body.ts'
import { compress, compressWholePage } from './responses/compression.ts'
import { addSecurityHeaders } from './responses/security-headers.ts'
import type { Handler } from './run-web-app.ts'
import { isServiceUrl } from './settings/site-base.ts'
import { serveStreetTile } from './streets/serve-street-tile.ts'
import type { StreetMap } from './streets/street-map.ts'

interface Targets {
  backend: Backend | undefined
  handle: Handler
  streetMap: StreetMap
}

/** Routes a request to a backend service, the street tiles or the web app, by its path. */
export function createRequestRouter({ backend, handle, streetMap }: Targets, siteUrl: string) {
  return async (request: Request, connection: HttpBindings | Http2Bindings): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const service = backend && isServiceUrl(pathname, SERVICE_PREFIXES) ? backend.fetch : undefined
    const response = await (service
      ? service(request, { ...connection, compresses: true })
      : (serveStreetTile(request, streetMap) ?? handle(request)))
    if (!service) addSecurityHeaders(response, siteUrl)
    // Functions may still be reading the body while they respond, and drain it themselves.
    if (!isServiceUrl(pathname, ['/functions/v1'])) await drainBody(connection.incoming)
    return (await compressWholePage(request, response)) ?? compress(request, response)
  }
}

/** Set for calls in process only. Clients cannot send it. */
const FROM_PAGE = { isFromPage: true }

/**
 * Returns the backend as a `fetch` function. Its paths start at the root, regardless of the base path of its public
 * URL.
 */
export function toInProcessFetch({ fetch: serveRequest }: Backend, base: string): typeof fetch {
  const send = (request: Request) => recordOverload(serveRequest(request, FROM_PAGE))
  if (base === '/') return (input, init) => send(new Request(input, init))
  return (input, init) => {
    const request = new Request(input, init)
    const { origin, pathname, search } = new URL(request.url)
    const path = pathname.startsWith(base) ? `/${pathname.slice(base.length)}` : pathname
    return send(new Request(origin + path + search, request))
  }
}
