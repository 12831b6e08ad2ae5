import type { MiddlewareFunction } from 'react-router'

/** Headers of every error response, in addition to those of all pages. */
const ERROR_HEADERS = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/**
 * Adds stricter headers to error responses and keeps a 404 out of caches. Responses to forms keep their referrer
 * policy: without a referrer the browser would send the corrected form without an origin, and it would be rejected.
 */
export const errorHeadersMiddleware: MiddlewareFunction<Response> = async ({ request }, next) => {
  const response = await next()
  if (response.status < 400 || request.method === 'POST') return response
  for (const [name, value] of Object.entries(ERROR_HEADERS)) response.headers.set(name, value)
  if (response.status === 404) response.headers.set('cache-control', 'no-cache')
  return response
}
