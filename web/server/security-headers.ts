/**
 * Headers of every reply of ours. A page may not be framed, its type may not be guessed, and other sites learn only our origin.
 * The device's position and nothing else may be asked for. What says nothing of caches is for whoever asked alone.
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
  // A page that the browser has kept runs by the policy that it came with: see page-reply.ts.
  if (status === 304) delete wanted['content-security-policy']
  for (const [name, value] of Object.entries(wanted)) if (!headers.has(name)) headers.set(name, value)
}
