import { withoutBase } from '../config/app-config.ts'
import type { ClientMiddleware } from '../navigation/client-middleware.ts'
import { redirectTo } from '../navigation/redirect-to.ts'
import { findPendingLocation, isReloadAfterForm } from '../navigation/router-state.ts'
import { hashSession } from '../session/synced-session.ts'
import { guard } from './guard.ts'
import { rememberReturnTarget } from './return-target.ts'

/**
 * The guard in the browser. It decides by the session that all tabs share, without a request; the server decides again,
 * by a verified token. Forms and the reload after them are left to the server. Otherwise a form that was rejected because
 * the session has ended would be lost.
 */
export const clientGuardMiddleware: ClientMiddleware = async ({ request, url }, next) => {
  const path = withoutBase(url.pathname)
  const target = guard(path, hashSession(document.cookie) ? document : null)
  if (target === undefined || request.method !== 'GET' || isReloadAfterForm()) return next()
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = rememberReturnTarget(path + url.search)
  // A revalidation, for example after another tab has signed out. Back must not lead to this page.
  throw redirectTo(target, { replace: findPendingLocation() === undefined })
}
