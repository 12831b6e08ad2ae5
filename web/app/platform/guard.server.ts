import type { MiddlewareFunction, RouterContextProvider } from 'react-router'
import { withBase, withoutBase } from './app-config.ts'
import { guard, SIGN_UP_PATH } from './guard.ts'
import { isNavigation } from './is-navigation.ts'
import { redirectTo } from './navigation/redirect-to.ts'
import { rememberReturnTarget } from './return-target.ts'
import { findViewer } from './session.server.ts'
import type { Viewer } from './viewer.ts'

/** Sends visitors away from pages that need an account, and remembers where they wanted to go. The user is a verified one. */
export const guardMiddleware: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const path = withoutBase(url.pathname)
  const target = guard(path, findViewer(context))
  if (target === undefined) return next()
  const headers = isNavigation(request) ? { 'set-cookie': rememberReturnTarget(path + url.search) } : undefined
  // Not a loader's redirect: here the router leaves the address as it is.
  throw redirectTo(withBase(target), { headers })
}

/** The member who is signed in. For pages that the guard keeps closed to visitors. */
export function requireViewer(context: Readonly<RouterContextProvider>): Viewer {
  const viewer = findViewer(context)
  if (!viewer) throw redirectTo(SIGN_UP_PATH)
  return viewer
}
