import type { ServerBuild } from 'react-router'
import { rejectResource } from '../resources/plain-response.ts'

/** The methods for which the router runs an action. */
const ACTION_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Returns the build with form origins limited to `siteUrl`. By default the router compares a form's origin with the
 * request's URL. Behind a TLS proxy that is `http:`, so it would reject the site's own forms.
 */
export function acceptOwnOrigin(build: ServerBuild, siteUrl: string): ServerBuild {
  return { ...build, allowedActionOrigins: [new URL(siteUrl).host] }
}

/**
 * Returns the response to a form that another site has sent, or undefined for all other requests. The router rejects
 * the same forms, but logs each as an error of the server.
 */
export function rejectForeignForm(request: Request, siteUrl: string): Response | undefined {
  const origin = request.headers.get('origin')
  if (origin === null || !ACTION_METHODS.has(request.method)) return undefined
  const sender = URL.parse(origin)
  const isOwn = sender?.host === new URL(siteUrl).host || sender?.origin === new URL(request.url).origin
  if (isOwn) return undefined
  return rejectResource('Another site has sent this form. Open the page and send it from there.', 400)
}
