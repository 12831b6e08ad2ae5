import { data } from 'react-router'
import { withoutBase } from './app-config.ts'
import { toReasonPhrase } from './errors/reason-phrase.ts'
import type { ClientMiddleware } from './navigation/client-middleware.ts'
import { findPendingLocation } from './navigation/router-state.ts'

/** What an error page is told of a missing page. */
export interface NotFound {
  message: string
  /** The address with its query, and in the browser its hash. */
  path: string
  /** Whether nothing of the page can be shown. */
  fatal: boolean
}

/** The parts of an address that a page is named by. */
export type PageAddress = Pick<URL, 'pathname' | 'search' | 'hash'>

/** No route matches the address. To be thrown. */
export function noRouteMatches(address: PageAddress) {
  const path = toFullPath(address)
  return createNotFound({ message: `Page not found: ${path}`, path, fatal: false })
}

/** Refuses in the browser what no route matches. Asks nobody: the server would say the same, and does not know the hash. */
export const refuseUnmatched: ClientMiddleware = ({ url, pattern }, next) => {
  if (pattern !== '*') return next()
  const { pathname, search } = url
  throw noRouteMatches({ pathname, search, hash: findPendingLocation()?.hash ?? window.location.hash })
}

/** A route matched, but there is nothing behind its parameters. To be thrown. */
export function pageNotFound(address: PageAddress) {
  const path = toFullPath(address)
  return createNotFound({ message: toNotFoundMessage(path), path, fatal: true })
}

/** The words for a page of ours that is not there. */
export function toNotFoundMessage(fullPath: string): string {
  return `Page Not Found: ${fullPath}`
}

/** The address as the site knows it: below its base, with query and hash. */
export function toFullPath({ pathname, search, hash }: PageAddress): string {
  return withoutBase(pathname) + search + hash
}

function createNotFound(notFound: NotFound) {
  return data(notFound, { status: 404, statusText: toReasonPhrase(notFound.message) })
}
