import type { MiddlewareFunction } from 'react-router'
import { withBase, withoutBase } from '../config/app-config.ts'
import { serverSettingsContext } from '../config/app-settings.ts'
import { redirectTo } from '../navigation/redirect-to.ts'
import { findTarget } from '../navigation/target.ts'
import { findRuleRedirect } from './route-rules.ts'

/** Applies redirect rules before anything else handles the URL. */
export const ruleRedirectMiddleware: MiddlewareFunction<Response> = async ({ url, context }, next) => {
  const { routeRules } = context.get(serverSettingsContext)
  const { search, hash } = url
  const redirect = findRuleRedirect(routeRules, { pathname: withoutBase(url.pathname), search, hash })
  if (!redirect) return next()
  const { to, statusCode: redirectCode } = redirect
  const isInside = findTarget(to) !== undefined
  throw isInside ? redirectTo(withBase(to), { redirectCode }) : redirectTo(to, { redirectCode, external: true })
}
