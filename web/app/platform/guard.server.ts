import { type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router'
import { isOpenToVisitors, SIGN_UP_PATH } from './guard.ts'
import { rememberReturnTarget } from './return-target.ts'
import { findViewer } from './session.server.ts'
import type { Viewer } from './viewer.ts'

/** Sends visitors away from pages that need an account, and remembers where they wanted to go. */
export const guardMiddleware: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  if (findViewer(context) || isOpenToVisitors(url.pathname)) return next()
  throw redirect(
    SIGN_UP_PATH,
    isNavigation(request) ? { headers: { 'set-cookie': rememberReturnTarget(url.pathname + url.search) } } : 302,
  )
}

/** The member who is signed in. For pages that the guard keeps closed to visitors. */
export function requireViewer(context: Readonly<RouterContextProvider>): Viewer {
  const viewer = findViewer(context)
  if (!viewer) throw redirect(SIGN_UP_PATH)
  return viewer
}

/** Whether a person goes somewhere, and not a page asking for one of its images. */
function isNavigation(request: Request): boolean {
  const destination = request.headers.get('sec-fetch-dest')
  return request.method === 'GET' && (destination === null || destination === 'document' || destination === 'empty')
}
