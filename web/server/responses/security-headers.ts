/**
 * Adds security headers to every response. Pages other than embeds may not be framed, types may not be sniffed, other
 * sites learn only our origin, and only the geolocation permission may be requested. Responses without Cache-Control
 * become private.
 */
export function addSecurityHeaders({ headers, status }: Response, siteUrl: string): void {
  const wanted: Record<string, string> = {
    'cache-control': 'private, no-cache',
    'content-security-policy': "base-uri 'self'; frame-ancestors 'none'; object-src 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
  if (siteUrl.startsWith('https:')) wanted['strict-transport-security'] = 'max-age=63072000'
  // A page in the browser's cache runs with its own policy: see page-response.ts.
  if (status === 304) delete wanted['content-security-policy']
  // Embeds may be framed. Browsers that support only this header would block them.
  if (headers.get('content-security-policy')?.includes('frame-ancestors *')) delete wanted['x-frame-options']
  for (const [name, value] of Object.entries(wanted)) if (!headers.has(name)) headers.set(name, value)
}
