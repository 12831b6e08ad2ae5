import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { findBuildId } from '../builds/build-id.ts'
import type { ClientMiddleware } from '../navigation/client-middleware.ts'
import { findPendingLocation, findRouter } from '../navigation/router-state.ts'
import { loadPayload, normalizePagePath } from './payload.ts'
import { listPrerenderedPaths } from './prerendered-paths.ts'

/** Has a page that was made ahead come with its payload, when the path changes to it. Runs in the browser. */
export const payloadMiddleware: ClientMiddleware = async ({ url }, next) => {
  const path = normalizePagePath(url.pathname)
  const buildId = findBuildId()
  const from = findRouter()?.state.location.pathname ?? ''
  const isArriving = findPendingLocation() !== undefined && normalizePagePath(from) !== path
  if (buildId !== undefined && isArriving && listPrerenderedPaths().includes(path)) await loadPayload(path, buildId)
  return next()
}

/**
 * Whether what all pages share is asked for again. Not on the way to a page that was made ahead: it needs nothing of the server, and who
 * is signed in stays what this tab knows. Forms that came through, and asking anew where one is, always do. Not after a form that did
 * not, as without a network: it has changed nothing, and a call that is lost as well would take the page away with all that was typed.
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
