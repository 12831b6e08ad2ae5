import { createHash, randomBytes } from 'node:crypto'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { sameText } from '../../../http/tokens/caller.ts'
import type { AuthRequest } from '../../requests/context.ts'

const COOKIE = 'hereabouts-oauth-'
const SECRET_BYTES = 24

/**
 * Binds a sign-in to the browser that begins it, which prevents login CSRF (RFC 6819 §4.4.1.8). Only a browser that
 * navigates stores our cookie; an app that fetches the URL itself cannot. Returns the hash for the flow, or undefined
 * when it is not bound.
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
    // Providers that post their response do so cross-site, where browsers withhold Lax cookies.
    sameSite: isCrossSitePost && isSecure ? 'None' : 'Lax',
    secure: isSecure,
    maxAge: Math.ceil(settings.flowStateExpiryMs / 1_000),
  })
  return toHash(secret)
}

/** Returns true when this browser may finish the flow. A flow that no browser began cannot finish in one. */
export function isBoundBrowser(request: AuthRequest, flow: { id: string; browser_hash: string | null }): boolean {
  const secret = getCookie(request, COOKIE + flow.id)
  if (secret !== undefined) deleteCookie(request, COOKIE + flow.id, { path: getCookiePath(request) })
  if (flow.browser_hash === null) return !isNavigation(request)
  return secret !== undefined && sameText(toHash(secret), flow.browser_hash)
}

function getCookiePath(request: AuthRequest): string {
  return new URL(request.var.dependencies.settings.externalUrl).pathname
}

/** Browsers send this header themselves, on https and on localhost; scripts cannot set it. */
function isNavigation(request: AuthRequest): boolean {
  return request.req.header('sec-fetch-mode') === 'navigate'
}

function toHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
