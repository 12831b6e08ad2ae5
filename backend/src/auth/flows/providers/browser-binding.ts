import { createHash, randomBytes } from 'node:crypto'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { sameText } from '../../../http/caller.ts'
import type { AuthRequest } from '../../requests/context.ts'

const COOKIE = 'hereabouts-oauth-'
const SECRET_BYTES = 24

/**
 * Ties a sign-in to the browser that begins it, so that nobody can begin one and have a stranger's browser end it (login CSRF,
 * RFC 6819 §4.4.1.8). Only a browser that navigates keeps our cookie; an app that fetches the address for itself cannot.
 * Returns what the flow remembers, undefined when it is not tied.
 */
export function bindToBrowser(
  request: AuthRequest,
  flowId: string,
  { isCrossSitePost }: { isCrossSitePost: boolean },
): string | undefined {
  if (!isNavigation(request)) return undefined
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const { settings } = request.var.dependencies
  const isSecure = settings.externalUrl.startsWith('https:')
  setCookie(request, COOKIE + flowId, secret, {
    path: new URL(settings.externalUrl).pathname,
    httpOnly: true,
    // A provider that posts its answer does so from its own site, where Lax cookies are not sent.
    sameSite: isCrossSitePost && isSecure ? 'None' : 'Lax',
    secure: isSecure,
    maxAge: Math.ceil(settings.flowStateExpiryMs / 1_000),
  })
  return toHash(secret)
}

/** Whether this browser may end the flow. One that was begun without a browser is not ended by one that hands out tokens. */
export function isBoundBrowser(request: AuthRequest, flow: { id: string; browser_hash: string | null }): boolean {
  const secret = getCookie(request, COOKIE + flow.id)
  if (secret !== undefined) deleteCookie(request, COOKIE + flow.id, { path: getCookiePath(request) })
  if (flow.browser_hash === null) return !isNavigation(request)
  return secret !== undefined && sameText(toHash(secret), flow.browser_hash)
}

function getCookiePath(request: AuthRequest): string {
  return new URL(request.var.dependencies.settings.externalUrl).pathname
}

/** Browsers say so by themselves, on https and on localhost; no script can. */
function isNavigation(request: AuthRequest): boolean {
  return request.req.header('sec-fetch-mode') === 'navigate'
}

function toHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
