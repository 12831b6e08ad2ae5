import { data, type Params } from 'react-router'
import { findShownAddress, type NotFound, toFullPath, toNotFoundMessage } from '../errors/page/not-found.ts'
import { toReasonPhrase } from '../errors/page/reason-phrase.ts'
import type { ClientMiddleware } from '../navigation/client-middleware.ts'

/** The requested page. */
export interface RequestedPage {
  /** Path and query, and in the browser also the hash. */
  fullPath: string
  params: Params
}

/** The result of a page rule: `true` accepts the page. Anything else rejects it, an object with its own status. */
type Verdict = boolean | null | undefined | { status?: number; statusText?: string }

/** Decides whether a URL can name a page, before any query. */
export type PageRule = (to: RequestedPage) => Verdict | Promise<Verdict>

/** Rules by route pattern, such as `spot/:id`. */
export type PageRules = Readonly<Record<string, PageRule>>

/**
 * Runs the rule of a page. Throws an error unless the result is exactly `true`: 404 with `Page Not Found: …`, or the
 * status and message of the result. The error is fatal.
 */
export async function validatePage(rules: PageRules, pattern: string, to: RequestedPage): Promise<void> {
  const verdict = await (rules[pattern] ?? pass)(to)
  if (verdict === true) return
  const { status = 404, statusText = toNotFoundMessage(to.fullPath) } = (typeof verdict === 'object' && verdict) || {}
  throw data<NotFound>(
    { message: statusText, path: to.fullPath, fatal: true },
    { status, statusText: toReasonPhrase(statusText) },
  )
}

/** Runs the rules in the browser for every navigation. */
export function validateBy(rules: PageRules): ClientMiddleware {
  return async ({ url, pattern, params }, next) => {
    const fullPath = toFullPath(findShownAddress(url))
    await validatePage(rules, pattern, { fullPath, params })
    return next()
  }
}

const pass = () => true
