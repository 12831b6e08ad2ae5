import { createPath, type Path, type To } from 'react-router'
import { findUrl } from '#app/lib/find-url.ts'

/** A navigation target: a string such as `/explore?q=x#map`, its parts, or undefined for the home page. */
export type Destination = To | null | undefined

/** A parsed target: a place on the site, or an external URL. */
export type Target = { kind: 'internal'; to: string } | { kind: 'external'; url: string }

/** A rejected target. The message is for developers. */
export class NavigationError extends Error {
  override name = 'NavigationError'
}

/** Stands for the site while a URL is parsed. Only the distinction between same-origin and cross-origin matters. */
const OWN_ORIGIN = 'http://own.invalid'
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that a URL parser drops silently
const DROPPED_BY_PARSERS = /^[\u0000-\u0020]+|[\u0000-\u0020]+$|[\t\n\r]/g
const LEAVES_THE_SITE = /^(?:[a-z][a-z\d+.-]*:|[/\\]\s*[/\\])/i
const SCRIPT_PROTOCOLS = new Set(['javascript:', 'data:', 'blob:', 'vbscript:'])

/**
 * Parses a target as a browser would. Throws a NavigationError for protocols that run script or carry a document, and
 * for external URLs unless `external` allows them. The site's own origin written out counts as external.
 */
export function readTarget(destination: Destination, { external = false }: { external?: boolean } = {}): Target {
  const text = clean(destination)
  const url = findUrl(text, OWN_ORIGIN)
  if (url && SCRIPT_PROTOCOLS.has(url.protocol)) {
    throw new NavigationError(`Cannot navigate to a URL with '${url.protocol}' protocol.`)
  }
  if (isInside(text, url)) return { kind: 'internal', to: text }
  if (external && url) return { kind: 'external', url: toExternalUrl(text, url) }
  throw new NavigationError(
    'Navigating to an external URL is not allowed by default. Use `navigateTo(url, { external: true })`.',
  )
}

/** Parses a target that may be rejected: undefined instead of an error. */
export function findTarget(destination: Destination, options?: Parameters<typeof readTarget>[1]): Target | undefined {
  try {
    return readTarget(destination, options)
  } catch {
    return undefined
  }
}

function clean(destination: Destination): string {
  const text = typeof destination === 'object' && destination ? joinParts(destination) : (destination ?? '')
  return text.replace(DROPPED_BY_PARSERS, '') || '/'
}

/** Parts without a path keep the current path: `?` alone removes its query. */
function joinParts({ pathname = '', search, hash }: Partial<Path>): string {
  return createPath({ pathname, search, hash }) || '?'
}

/**
 * A target is on the site when it has the same origin after parsing, and its path still is a path when parsed again.
 */
function isInside(text: string, url: URL | undefined): boolean {
  return url?.origin === OWN_ORIGIN && !LEAVES_THE_SITE.test(text) && !url.pathname.startsWith('//')
}

/** A URL without a protocol uses the page's. */
function toExternalUrl(text: string, { href, protocol }: URL): string {
  return text.toLowerCase().startsWith(protocol) ? href : href.slice(protocol.length)
}
