import type { MiddlewareFunction } from 'react-router'

/** What every error carries beside the headers of all pages. */
const ERROR_HEADERS = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/**
 * Closes replies that are errors a little more, and keeps a missing page out of caches: it may be there tomorrow. Not those to forms: a
 * page without referrer sends its forms without origin, and the form that was rejected would be refused when it is sent again.
 */
export const errorHeadersMiddleware: MiddlewareFunction<Response> = async ({ request }, next) => {
  const response = await next()
  if (response.status < 400 || request.method === 'POST') return response
  for (const [name, value] of Object.entries(ERROR_HEADERS)) response.headers.set(name, value)
  if (response.status === 404) response.headers.set('cache-control', 'no-cache')
  return response
}
