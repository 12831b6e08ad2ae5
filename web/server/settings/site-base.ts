import type { IncomingMessage, ServerResponse } from 'node:http'

/** The request paths of the site and of the services. */
export interface Bases {
  /** The base path of the site: `/` or `/spots/`. */
  site: string
  /** The base path of the services: the site's, unless they have their own public URL. */
  services: string
  /** The path prefixes of the services: `/auth/v1` … */
  servicePrefixes: readonly string[]
}

/**
 * Returns the URL without its base path, so that the code behind it works as at the root. Undefined outside the base.
 * Paths are used as sent, so a proxy must preserve the prefix.
 */
export function stripBase(url: string, { site, services, servicePrefixes }: Bases): string | undefined {
  if (url.startsWith(site)) return `/${url.slice(site.length)}`
  const rest = url.startsWith(services) ? `/${url.slice(services.length)}` : ''
  return isServiceUrl(rest, servicePrefixes) ? rest : undefined
}

/** Returns true for the root of a service, with or without a trailing slash, and for every URL under it. */
export function isServiceUrl(url: string, servicePrefixes: readonly string[]): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return servicePrefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}

/**
 * Removes the base path from a request. Outside the base it sends the response: root URLs redirect to the site, other
 * paths are a plain 404. Returns true when the request still needs an answer.
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
  response.writeHead(404, type).end(`The site is at ${bases.site}.\n`)
  return false
}
