import { href, type MiddlewareFunction } from 'react-router'
import { withBase, withoutBase } from './app-config.ts'
import { redirectTo } from './navigation/redirect-to.ts'
import { lacksSecondFactor } from './second-step.ts'
import { findViewer, getSupabase } from './session.server.ts'

const SECOND_FACTOR_TARGET = `${href('/auth/login')}?step=second-factor`

/**
 * Leads a session that lacks its second step to that step, from wherever it goes. The data service refuses such a session
 * anyway; this spares its owner pages that cannot show anything.
 */
export const secondStepMiddleware: MiddlewareFunction<Response> = async ({ url, context }, next) => {
  const isSigningIn = withoutBase(url.pathname).toLowerCase().startsWith('/auth/')
  if (isSigningIn || !findViewer(context) || !(await lacksSecondFactor(getSupabase(context)))) return next()
  // Not a loader's redirect: here the router leaves the address as it is.
  throw redirectTo(withBase(SECOND_FACTOR_TARGET))
}
