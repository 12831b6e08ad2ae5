import { data, type Params } from 'react-router'
import { toReasonPhrase } from './errors/reason-phrase.ts'
import type { ClientMiddleware } from './navigation/client-middleware.ts'
import { findPendingLocation } from './navigation/router-state.ts'
import { type NotFound, toFullPath, toNotFoundMessage } from './not-found.ts'

/** The page that is asked for. */
export interface AskedPage {
  /** Path and query, in the browser also the hash. */
  fullPath: string
  params: Params
}

/** What a rule says of a page: `true` lets it pass. Anything else does not; an object says with which status. */
type Verdict = boolean | null | undefined | { status?: number; statusText?: string }

/** Whether there can be a page behind an address, before anybody looks for it. */
export type PageRule = (to: AskedPage) => Verdict | Promise<Verdict>

/** Rules by the pattern of their route, such as `spot/:id`. */
export type PageRules = Readonly<Record<string, PageRule>>

/**
 * Asks the rule of a page. Throws an error page unless the rule says exactly `true`: 404 with `Page Not Found: …`, or what the
 * rule says instead. `fatal` in the browser, where nothing of the page is there yet.
 */
export async function validatePage(rules: PageRules, pattern: string, to: AskedPage, fatal: boolean): Promise<void> {
  const verdict = await (rules[pattern] ?? pass)(to)
  if (verdict === true) return
  const { status = 404, statusText = toNotFoundMessage(to.fullPath) } = (typeof verdict === 'object' && verdict) || {}
  throw data<NotFound>(
    { message: statusText, path: to.fullPath, fatal },
    { status, statusText: toReasonPhrase(statusText) },
  )
}

/** Asks the rules in the browser, for every page that is gone to. */
export function validateBy(rules: PageRules): ClientMiddleware {
  return async ({ url, pattern, params }, next) => {
    const { pathname, search } = url
    const fullPath = toFullPath({ pathname, search, hash: findPendingLocation()?.hash ?? '' })
    await validatePage(rules, pattern, { fullPath, params }, true)
    return next()
  }
}

const pass = () => true
