import { href, type MiddlewareFunction } from 'react-router'
import { withBase, withoutBase } from '../config/app-config.ts'
import { redirectTo } from '../navigation/redirect-to.ts'
import { findViewer, getSupabase } from '../session/session.server.ts'
import { lacksSecondFactor } from '../session/two-factor.ts'
import { isNavigation } from './is-navigation.ts'
import { rememberReturnTarget } from './return-target.ts'

const SECOND_FACTOR_TARGET = `${href('/auth/login')}?step=second-factor`

/**
 * Redirects a session that still needs two-factor authentication to that step, from every page. The data service
 * rejects such a session anyway; the redirect avoids pages without content and leads back afterwards.
 */
export const twoFactorMiddleware: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const path = withoutBase(url.pathname)
  const isSigningIn = path.toLowerCase().startsWith('/auth/')
  if (isSigningIn || !findViewer(context) || !(await lacksSecondFactor(getSupabase(context)))) return next()
  const headers = isNavigation(request) ? { 'set-cookie': rememberReturnTarget(path + url.search) } : undefined
  // Unlike a loader's redirect, the router leaves this URL unchanged.
  throw redirectTo(withBase(SECOND_FACTOR_TARGET), { headers })
}
