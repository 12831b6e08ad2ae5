import type { MiddlewareFunction, RouterContextProvider } from 'react-router'
import { withBase, withoutBase } from '../config/app-config.ts'
import { redirectTo } from '../navigation/redirect-to.ts'
import { findViewer } from '../session/session.server.ts'
import type { Viewer } from '../session/viewer.ts'
import { guard, SIGN_UP_PATH } from './guard.ts'
import { isNavigation } from './is-navigation.ts'
import { rememberReturnTarget } from './return-target.ts'

/**
 * Redirects visitors away from pages that need an account, and remembers where they wanted to go. Uses the verified
 * user.
 */
export const guardMiddleware: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const path = withoutBase(url.pathname)
  const target = guard(path, findViewer(context))
  if (target === undefined) return next()
  const headers = isNavigation(request) ? { 'set-cookie': rememberReturnTarget(path + url.search) } : undefined
  // Unlike a loader's redirect, the router leaves this URL unchanged.
  throw redirectTo(withBase(target), { headers })
}

/** Returns the signed-in member, on pages that the guard closes to visitors. */
export function requireViewer(context: Readonly<RouterContextProvider>): Viewer {
  const viewer = findViewer(context)
  if (!viewer) throw redirectTo(SIGN_UP_PATH)
  return viewer
}
