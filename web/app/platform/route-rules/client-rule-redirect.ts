import { withoutBase } from '../config/app-config.ts'
import type { ClientMiddleware } from '../navigation/client-middleware.ts'
import { redirectTo } from '../navigation/redirect-to.ts'
import { findPendingLocation, findRouter } from '../navigation/router-state.ts'
import { findTarget } from '../navigation/target.ts'
import type { RootData } from '../root-data.ts'

/**
 * Applies redirect rules in the browser. External targets load a full page. The rules come with the page, and the code
 * that reads them loads only when there are some.
 */
export const clientRuleRedirectMiddleware: ClientMiddleware = async ({ url }, next) => {
  const root = findRouter()?.state.loaderData.root as RootData | undefined
  const rules = root?.settings.redirectRules
  const target = findPendingLocation()
  if (!rules || !target) return next()
  const { findRuleRedirect } = await import('./route-rules.ts')
  const { search } = url
  const redirect = findRuleRedirect(rules, { pathname: withoutBase(url.pathname), search, hash: target.hash })
  if (!redirect) return next()
  throw redirectTo(redirect.to, { external: findTarget(redirect.to) === undefined })
}
