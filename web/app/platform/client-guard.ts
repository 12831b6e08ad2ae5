import { withoutBase } from './app-config.ts'
import { guard } from './guard.ts'
import type { ClientMiddleware } from './navigation/client-middleware.ts'
import { redirectTo } from './navigation/redirect-to.ts'
import { findPendingLocation } from './navigation/router-state.ts'
import { rememberReturnTarget } from './return-target.ts'
import { markSession } from './session-mark.ts'

/**
 * The guard of the browser: decides by the session that all tabs share, without a call. The server decides again, by a verified
 * token. Forms are left to it: what they hold must not get lost.
 */
export const clientGuardMiddleware: ClientMiddleware = async ({ request, url }, next) => {
  const path = withoutBase(url.pathname)
  const target = guard(path, markSession(document.cookie) ? document : null)
  if (target === undefined || request.method !== 'GET') return next()
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = rememberReturnTarget(path + url.search)
  // Without a navigation the page asked anew, as when a session ended in another tab: nothing leads back to it.
  throw redirectTo(target, { replace: findPendingLocation() === undefined })
}
