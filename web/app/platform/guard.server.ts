import { type MiddlewareFunction, redirect } from 'react-router'
import { isOpenToVisitors, SIGN_UP_PATH } from './guard.ts'
import { rememberReturnTarget } from './return-target.ts'
import { findViewer } from './session.server.ts'

/** Sends visitors away from pages that need an account, and remembers where they wanted to go. */
export const guardMiddleware: MiddlewareFunction<Response> = async ({ url, context }, next) => {
  if (findViewer(context) || isOpenToVisitors(url.pathname)) return next()
  throw redirect(SIGN_UP_PATH, { headers: { 'set-cookie': rememberReturnTarget(url.pathname + url.search) } })
}
