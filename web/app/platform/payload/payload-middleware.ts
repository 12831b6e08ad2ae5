import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { findBuildId } from '../builds/build-id.ts'
import type { ClientMiddleware } from '../navigation/client-middleware.ts'
import { findPendingLocation, findRouter } from '../navigation/router-state.ts'
import { loadPayload, normalizePagePath } from './payload.ts'
import { listPrerenderedPaths } from './prerendered-paths.ts'

/** Loads a prerendered page together with its payload when the path changes to it. Runs in the browser. */
export const payloadMiddleware: ClientMiddleware = async ({ url }, next) => {
  const path = normalizePagePath(url.pathname)
  const buildId = findBuildId()
  const from = findRouter()?.state.location.pathname ?? ''
  const isArriving = findPendingLocation() !== undefined && normalizePagePath(from) !== path
  if (buildId !== undefined && isArriving && listPrerenderedPaths().includes(path)) await loadPayload(path, buildId)
  return next()
}

/**
 * Returns true if the root data must be loaded again. Successful forms and explicit revalidations reload it.
 * Navigations to prerendered pages do not, because those pages need nothing from the server. Failed forms do not
 * either: nothing has changed, and a second failure, for example without a network, would replace the page and
 * everything typed in it.
 */
export function shouldRevalidateRoot({
  currentUrl,
  nextUrl,
  formMethod,
  actionStatus = 200,
}: Pick<ShouldRevalidateFunctionArgs, 'currentUrl' | 'nextUrl' | 'formMethod' | 'actionStatus'>): boolean {
  const isForm = formMethod !== undefined && formMethod !== 'GET'
  const path = normalizePagePath(nextUrl.pathname)
  if (isForm && actionStatus >= 400) return false
  if (isForm || normalizePagePath(currentUrl.pathname) === path) return true
  return !listPrerenderedPaths().includes(path)
}
