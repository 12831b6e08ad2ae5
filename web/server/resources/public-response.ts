import { createHash } from 'node:crypto'
import type { Supabase } from '#app/lib/supabase.ts'
import { createRequestClient } from '#app/platform/session/session.server.ts'
import type { ResourceCall } from './resource-call.ts'

/** The maximum time for which deleted or hidden content stays in shared caches. */
const MAX_AGE_SECONDS = 30

/** Returns the data client of a visitor, even for signed-in members, for responses that are the same for everyone. */
export function openVisitorClient({ request, settings }: ResourceCall): Supabase {
  const address = request.headers.get('x-forwarded-for')
  const anonymous = new Request(settings.siteUrl, { headers: address ? { 'x-forwarded-for': address } : {} })
  return createRequestClient(anonymous, settings).supabase
}

/** Returns a text that is the same for everyone. A client that has it already gets 304 (RFC 9110, section 13.1.2). */
export function publicResponse(request: Request, text: string, contentType: string): Response {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  const headers = {
    etag,
    'content-type': contentType,
    'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
    'x-content-type-options': 'nosniff',
  }
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known.includes(etag) || known.includes('*')) return new Response(null, { status: 304, headers })
  return new Response(text, { headers })
}
