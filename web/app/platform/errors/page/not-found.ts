import { data } from 'react-router'
import { withoutBase } from '../../config/app-config.ts'
import type { ClientMiddleware } from '../../navigation/client-middleware.ts'
import { findPendingLocation } from '../../navigation/router-state.ts'
import { toReasonPhrase } from './reason-phrase.ts'

/** The data of a not-found error. */
export interface NotFound {
  message: string
  /** The URL with its query, and in the browser its hash. */
  path: string
  /** True when a route matches but its page does not exist, false when no route matches. */
  fatal: boolean
}

/** The parts of a URL that identify a page. */
export type PageAddress = Pick<URL, 'pathname' | 'search' | 'hash'>

/** Creates the error for a URL without a route. To be thrown. */
export function noRouteMatches(address: PageAddress) {
  const path = toFullPath(address)
  return createNotFound({ message: `Page not found: ${path}`, path, fatal: false })
}

/**
 * Rejects URLs without a route in the browser, because the server does not know the hash. The server decides first
 * whether the session may see any page: it redirects visitors and invalid sessions.
 */
export const rejectUnmatched: ClientMiddleware = async ({ url, pattern }, next) => {
  if (pattern !== '*') return next()
  const address = findShownAddress(url)
  const results = await next()
  if (Object.values(results).some(({ result }) => isRedirect(result))) return results
  const notFound = { type: 'error' as const, result: noRouteMatches(address) }
  if (!Object.values(results).some(({ type }) => type === 'error')) throw notFound.result
  // Replaces the server's error, which lacks the hash.
  return Object.fromEntries(Object.entries(results).map(([id, it]) => [id, it.type === 'error' ? notFound : it]))
}

function isRedirect(result: unknown): boolean {
  return result instanceof Response && result.headers.has('location')
}

/** Returns the URL as the browser shows it. That of a request has no hash, and its query is normalised. */
export function findShownAddress({ pathname }: Pick<URL, 'pathname'>): PageAddress {
  const { search, hash } = findPendingLocation() ?? window.location
  return { pathname, search, hash }
}

/** Creates the error for a route whose parameters match nothing. To be thrown. */
export function pageNotFound(address: PageAddress) {
  const path = toFullPath(address)
  return createNotFound({ message: toNotFoundMessage(path), path, fatal: true })
}

/** Returns the error message for a missing page. */
export function toNotFoundMessage(fullPath: string): string {
  return `Page Not Found: ${fullPath}`
}

/** Returns the URL below the site's base, with query and hash. */
export function toFullPath({ pathname, search, hash }: PageAddress): string {
  return withoutBase(pathname) + search + hash
}

function createNotFound(notFound: NotFound) {
  return data(notFound, { status: 404, statusText: toReasonPhrase(notFound.message) })
}
