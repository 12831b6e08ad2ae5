import { createPath, type Path, type To } from 'react-router'

/** A place to go: a text such as `/explore?q=x#map`, its parts, or nothing at all, which means the start page. */
export type Destination = To | null | undefined

/** What a destination turned out to be: a place inside the site, or a whole address elsewhere. */
export type Target = { kind: 'internal'; to: string } | { kind: 'external'; url: string }

/** A destination that is refused. The message is for developers. */
export class NavigationError extends Error {
  override name = 'NavigationError'
}

/** Stands for the site while an address is taken apart: only whether the origin stays the same counts. */
const OWN_ORIGIN = 'http://own.invalid'
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a URL parser drops without a word
const DROPPED_BY_PARSERS = /^[\u0000-\u0020]+|[\u0000-\u0020]+$|[\t\n\r]/g
const LEAVES_THE_SITE = /^(?:[a-z][a-z\d+.-]*:|[/\\]\s*[/\\])/i
const SCRIPT_PROTOCOLS = new Set(['javascript:', 'data:', 'blob:', 'vbscript:'])

/**
 * Reads a destination as a browser would. Throws a NavigationError for protocols that run script or carry a document of
 * their own, and for whatever leaves the site unless `external` allows it. The own origin written out counts as external too.
 */
export function readTarget(destination: Destination, { external = false }: { external?: boolean } = {}): Target {
  const text = clean(destination)
  const url = parseUrl(text)
  if (url && SCRIPT_PROTOCOLS.has(url.protocol)) {
    throw new NavigationError(`Cannot navigate to a URL with '${url.protocol}' protocol.`)
  }
  if (isInside(text, url)) return { kind: 'internal', to: text }
  if (external && url) return { kind: 'external', url: toExternalUrl(text, url) }
  throw new NavigationError(
    'Navigating to an external URL is not allowed by default. Use `navigateTo(url, { external: true })`.',
  )
}

/** The same for a place that may well be refused: undefined instead of an error. */
export function findTarget(destination: Destination, options?: Parameters<typeof readTarget>[1]): Target | undefined {
  try {
    return readTarget(destination, options)
  } catch {
    return undefined
  }
}

/** Undefined for a text that is no address. `URL.parse` is not in every browser yet. */
function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text, OWN_ORIGIN)
  } catch {
    return undefined
  }
}

function clean(destination: Destination): string {
  const text = typeof destination === 'object' && destination ? joinParts(destination) : (destination ?? '')
  return text.replace(DROPPED_BY_PARSERS, '') || '/'
}

/** Parts without a path stay at the path that is shown: `?` alone takes its query away. */
function joinParts({ pathname = '', search, hash }: Partial<Path>): string {
  return createPath({ pathname, search, hash }) || '?'
}

/** Inside is what has the same origin after parsing, and a path that read again as an address still is a path. */
function isInside(text: string, url: URL | undefined): boolean {
  return url?.origin === OWN_ORIGIN && !LEAVES_THE_SITE.test(text) && !url.pathname.startsWith('//')
}

/** An address without a protocol keeps that of the page. */
function toExternalUrl(text: string, { href, protocol }: URL): string {
  return text.toLowerCase().startsWith(protocol) ? href : href.slice(protocol.length)
}
