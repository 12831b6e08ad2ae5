import { isBot } from '#app/platform/errors/bots.ts'
import { findPayloadPage, normalizePagePath, type Payload } from '#app/platform/payload/payload.ts'
import { type KeptPage, keepPage, PLACEHOLDER_NONCE } from './page-reply.ts'

/** What would make a page another one: a session, a chosen theme. */
const COOKIES_THAT_SHOW = /(?:^|;\s*)(?:sb-[^=;]*-auth-token|hereabouts-theme)/

const IMMUTABLE = 'public, max-age=31536000, immutable'
const MISSING = { status: 404, headers: { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' } }

export interface PrerenderedPages {
  /** The page as it was made ahead; undefined when the request has to be answered by itself. */
  find(request: Request): Promise<KeptPage | undefined>
  /** The payload that a request asks for; undefined when it asks for none. */
  findPayload(request: Request): Response | undefined
}

/**
 * Pages that are made once, for visitors without any choice of their own, by the same renderer as all others. Not by the build: address,
 * base and files' origin are settings of the server. Whoever has a session or a theme gets a page of their own, so that nobody who is
 * signed in ever sees a page that says otherwise.
 */
export function createPrerenderedPages(
  paths: readonly string[],
  buildId: string,
  render: (request: Request, nonce: string) => Promise<Response>,
): PrerenderedPages {
  const kept = new Map<string, Promise<KeptPage | undefined>>()
  const make = async (path: string, origin: string) => {
    const response = await render(new Request(origin + path), PLACEHOLDER_NONCE)
    return response.status === 200 ? keepPage(response, PLACEHOLDER_NONCE) : undefined
  }
  return {
    find(request) {
      const { pathname, search, origin } = new URL(request.url)
      if (request.method !== 'GET' || search || !paths.includes(pathname)) return Promise.resolve(undefined)
      // Programs that read are written down by middleware, which pages made ahead do not pass.
      if (isBot(request.headers.get('user-agent') ?? '')) return Promise.resolve(undefined)
      if (COOKIES_THAT_SHOW.test(request.headers.get('cookie') ?? '')) return Promise.resolve(undefined)
      const making = kept.get(pathname) ?? make(pathname, origin)
      kept.set(pathname, making)
      // One that failed is tried again with the next request.
      making.then((page) => page ?? kept.delete(pathname)).catch(() => kept.delete(pathname))
      return making
    },
    findPayload({ url, method }) {
      const { pathname, search } = new URL(url)
      const page = findPayloadPage(pathname)
      if (page === undefined || method !== 'GET') return undefined
      const path = normalizePagePath(page)
      if (!paths.includes(path) || search !== `?${buildId}`) return new Response('No such payload.\n', MISSING)
      const payload: Payload = { path, id: buildId }
      return Response.json(payload, { headers: { 'cache-control': IMMUTABLE } })
    },
  }
}
