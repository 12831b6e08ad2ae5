import type { IncomingMessage, ServerResponse } from 'node:http'

/** Which paths of this server's addresses are the site's, and which the services'. */
export interface Bases {
  /** Where the site lives: `/` or `/spots/`. */
  site: string
  /** Where the services live: as the site unless they have a public address of their own. */
  services: string
  /** What the paths of services begin with: `/auth/v1` … */
  servicePrefixes: readonly string[]
}

/**
 * The address without its base, so that everything behind it works as at the root; undefined for what lies outside. A path is
 * taken as it was sent: a proxy must leave the prefix on.
 */
export function stripBase(url: string, { site, services, servicePrefixes }: Bases): string | undefined {
  if (url.startsWith(site)) return `/${url.slice(site.length)}`
  const rest = url.startsWith(services) ? `/${url.slice(services.length)}` : ''
  return servicePrefixes.some((prefix) => rest.startsWith(`${prefix}/`)) ? rest : undefined
}

/**
 * Takes the base off a request. Outside of it the answer is here: the way to the site for its front doors, else a plain 404.
 * Returns whether there is more to do.
 */
export function enterBase(request: IncomingMessage, response: ServerResponse, bases: Bases): boolean {
  const url = request.url ?? '/'
  const inside = stripBase(url, bases)
  if (inside !== undefined) {
    request.url = inside
    return true
  }
  const [path = '', query] = url.split('?', 2)
  if (path === '/' || path === bases.site.slice(0, -1)) {
    response.writeHead(302, { location: bases.site + (query === undefined ? '' : `?${query}`) }).end()
    return false
  }
  const type = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' }
  response.writeHead(404, type).end(`The site lives at ${bases.site}.\n`)
  return false
}
