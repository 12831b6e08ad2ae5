import { isBot } from '#app/platform/errors/page/bots.ts'
import { findPayloadPage, normalizePagePath, type Payload } from '#app/platform/payload/payload.ts'
import { PLACEHOLDER_NONCE } from './page-response.ts'
import { type SendablePage, toSendablePage } from './sendable-page.ts'

/** Cookies that change a page: a session, a chosen theme. */
const COOKIES_THAT_SHOW = /(?:^|;\s*)(?:sb-[^=;]*-auth-token|hereabouts-theme)/

const IMMUTABLE = 'public, max-age=31536000, immutable'
const MISSING = { status: 404, headers: { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' } }

export interface PrerenderedPages {
  /** Returns the prerendered page, or undefined when the request must be rendered. */
  find(request: Request): Promise<SendablePage | undefined>
  /** Returns the requested payload, or undefined for any other request. */
  findPayload(request: Request): Response | undefined
}

/**
 * Renders prerendered pages once, for visitors without a chosen theme, with the same renderer as all pages. The build
 * cannot do it, because URL, base path and asset origin are settings of the server. Requests with a session or a theme
 * are rendered individually, so a member never sees a signed-out page. A page is rendered again when the version of its
 * content changes.
 */
export function createPrerenderedPages(
  paths: readonly string[],
  buildId: string,
  render: (request: Request, nonce: string) => Promise<Response>,
  findVersion: () => Promise<string> = async () => '',
): PrerenderedPages {
  const cache = new Map<string, { version: string; making: Promise<SendablePage | undefined> }>()
  const make = async (path: string, origin: string) => {
    return toSendablePage(await render(new Request(origin + path), PLACEHOLDER_NONCE), PLACEHOLDER_NONCE)
  }
  return {
    async find(request) {
      const { pathname, search, origin } = new URL(request.url)
      if (request.method !== 'GET' || search || !paths.includes(pathname)) return undefined
      // Bots are logged by middleware, which prerendered pages skip.
      if (isBot(request.headers.get('user-agent') ?? '')) return undefined
      if (COOKIES_THAT_SHOW.test(request.headers.get('cookie') ?? '')) return undefined
      const version = await findVersion()
      const known = cache.get(pathname)
      const making = known?.version === version ? known.making : make(pathname, origin)
      cache.set(pathname, { version, making })
      // A failed page is rendered again on the next request.
      making.then((page) => page ?? cache.delete(pathname)).catch(() => cache.delete(pathname))
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
