import { href, type MiddlewareFunction } from 'react-router'
import { withBase, withoutBase } from './app-config.ts'
import { isNavigation } from './is-navigation.ts'
import { redirectTo } from './navigation/redirect-to.ts'
import { rememberReturnTarget } from './return-target.ts'
import { lacksSecondFactor } from './second-step.ts'
import { findViewer, getSupabase } from './session.server.ts'

const SECOND_FACTOR_TARGET = `${href('/auth/login')}?step=second-factor`

/**
 * Leads a session that lacks its second step to that step, from wherever it goes. The data service refuses such a session
 * anyway; this spares its owner pages that cannot show anything, and brings her there once she has taken the step.
 */
export const secondStepMiddleware: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const path = withoutBase(url.pathname)
  const isSigningIn = path.toLowerCase().startsWith('/auth/')
  if (isSigningIn || !findViewer(context) || !(await lacksSecondFactor(getSupabase(context)))) return next()
  const headers = isNavigation(request) ? { 'set-cookie': rememberReturnTarget(path + url.search) } : undefined
  // Not a loader's redirect: here the router leaves the address as it is.
  throw redirectTo(withBase(SECOND_FACTOR_TARGET), { headers })
}
