import { hash } from 'node:crypto'
import { putContentFirst } from './content-first.ts'

/** The placeholder in cached pages for each response's own nonce. */
export const PLACEHOLDER_NONCE = 'place-of-the-nonce'

const SESSION_COOKIE = /(?:^|;\s*)sb-[^=;]*-auth-token/

/** A complete page. `parts` is its text, split where the nonce goes. */
export interface KeptPage {
  parts: string[]
  etag: string
  headers: Headers
}

/** Returns true when the response may get an ETag: a GET without a session. */
export function isForVisitor(request: Request, response: Response): boolean {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
  if (!isPage || response.status !== 200 || request.method !== 'GET') return false
  return !response.headers.has('set-cookie') && !SESSION_COOKIE.test(request.headers.get('cookie') ?? '')
}

/**
 * Splits a page at its nonce. The remaining text is the same for the same content, so its hash is an ETag although each
 * response has its own nonce.
 */
export async function keepPage(response: Response, nonce: string): Promise<KeptPage> {
  const parts = putContentFirst(await response.text()).split(nonce)
  const tag = hash('sha256', parts.join(''), 'base64url').slice(0, 27)
  return { parts, etag: `"${tag}"`, headers: response.headers }
}

/**
 * Sends the page with its own nonce, or 304 when the browser has it. A 304 carries no CSP: the cached page runs with
 * its own nonce and policy.
 */
export function sendPage({ parts, etag, headers: kept }: KeptPage, request: Request, nonce: string, policy: string) {
  const headers = new Headers(kept)
  headers.set('etag', etag)
  if (hasTag(request.headers.get('if-none-match'), etag)) {
    headers.delete('content-type')
    return new Response(null, { status: 304, headers })
  }
  headers.set('content-security-policy', policy)
  return new Response(parts.join(nonce), { headers })
}

/**
 * Returns true if an If-None-Match header contains the ETag. The comparison is weak, because compression makes ETags
 * weak.
 */
export function hasTag(list: string | null, etag: string): boolean {
  return list?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false
}
