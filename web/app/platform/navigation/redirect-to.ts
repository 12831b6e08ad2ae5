import { redirect, redirectDocument, replace as replaceEntry } from 'react-router'
import { type Destination, readTarget } from './target.ts'

/** The statuses that send a browser on. */
const REDIRECT_CODES = new Set([301, 302, 303, 307, 308])
const DEFAULT_CODE = 302

export interface RedirectToOptions {
  /** Lets an address leave the site: the whole page is loaded from there. */
  external?: boolean
  /** Takes the place of the entry in the history that led here. */
  replace?: boolean
  /** 301, 302, 303, 307 or 308; anything else counts as 302. */
  redirectCode?: number
  headers?: HeadersInit
}

/**
 * The reply that sends on, for loaders, actions and middleware: to be thrown or returned. Throws a NavigationError for an address
 * that leaves the site without leave. Targets that come from outside go through `toSafeTarget` first.
 */
export function redirectTo(
  destination: Destination,
  { external = false, replace = false, redirectCode = DEFAULT_CODE, headers }: RedirectToOptions = {},
): Response {
  const init = { status: REDIRECT_CODES.has(redirectCode) ? redirectCode : DEFAULT_CODE, headers }
  const target = readTarget(destination, { external })
  if (target.kind === 'external') return redirectDocument(target.url, init)
  const to = encodeLetters(target.to)
  if (external) return redirectDocument(to, init)
  return replace ? replaceEntry(to, init) : redirect(to, init)
}

/** Percent-encodes what a header cannot hold. What is encoded already stays as it is. */
function encodeLetters(text: string): string {
  return text.toWellFormed().replaceAll(/[^\u0020-\u007e]+/gu, encodeURIComponent)
}
