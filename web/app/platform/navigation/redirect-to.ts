import { redirect, redirectDocument, replace as replaceEntry } from 'react-router'
import { type Destination, readTarget } from './target.ts'

/** The redirect statuses that may be used. */
const REDIRECT_CODES = new Set([301, 302, 303, 307, 308])
const DEFAULT_CODE = 302

export interface RedirectToOptions {
  /** Allows an external URL, which loads a full page. */
  external?: boolean
  /** Replaces the current history entry. */
  replace?: boolean
  /** 301, 302, 303, 307 or 308. Any other value becomes 302. */
  redirectCode?: number
  headers?: HeadersInit
}

/**
 * Creates a redirect response for loaders, actions and middleware, to be thrown or returned. Throws a NavigationError
 * for an external URL without `external`. Pass untrusted targets through `toSafeTarget` first.
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

/** Percent-encodes characters that a header cannot contain. Existing escapes are kept. */
function encodeLetters(text: string): string {
  return text.toWellFormed().replaceAll(/[^\u0020-\u007e]+/gu, encodeURIComponent)
}
