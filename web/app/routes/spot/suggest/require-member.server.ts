import { withoutBase } from '#app/platform/config/app-config.ts'
import { SIGN_UP_PATH } from '#app/platform/guard/guard.ts'
import { rememberReturnTarget } from '#app/platform/guard/return-target.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { findViewer } from '#app/platform/session/session.server.ts'
import type { Route } from './+types/spot-suggest.ts'

/**
 * Returns the viewer. Visitors are sent to sign up and return here, because the guard opens every path below `/spot/`.
 */
export function requireMember(context: Route.LoaderArgs['context'], url: URL) {
  const viewer = findViewer(context)
  if (viewer) return viewer
  const target = withoutBase(url.pathname.replace(/\.data$/, '')) + url.search
  throw redirectTo(SIGN_UP_PATH, { headers: { 'set-cookie': rememberReturnTarget(target) } })
}
