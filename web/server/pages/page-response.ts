import { createHash } from 'node:crypto'
import { putContentFirst } from './content-first.ts'

/** The placeholder in cached pages for each response's own nonce. */
export const PLACEHOLDER_NONCE = 'place-of-the-nonce'

const SESSION_COOKIE = /(?:^|;\s*)sb-[^=;]*-auth-token/

/** A complete page. `parts` is its text in UTF-8, split where the nonce goes. */
export interface CachedPage {
  parts: Buffer[]
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
 * response has its own nonce. Each byte is handled as a character: decoding UTF-8 and searching the
 * resulting two-byte strings takes several times as long.
 */
export async function cachePage(response: Response, nonce: string): Promise<CachedPage> {
  const text = putContentFirst(Buffer.from(await response.arrayBuffer()).toString('latin1'))
  const parts = text.split(nonce).map((part) => Buffer.from(part, 'latin1'))
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part)
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return { parts, etag: `"${sum.digest('base64url').slice(0, 27)}"`, headers }
}

/**
 * Sends the page with its own nonce, or 304 when the browser has it. A 304 carries no CSP: the cached page runs with
 * its own nonce and policy.
 */
export function sendPage({ parts, etag, headers: kept }: CachedPage, request: Request, nonce: string, policy: string) {
  const headers = new Headers(kept)
  headers.set('etag', etag)
  if (hasTag(request.headers.get('if-none-match'), etag)) {
    headers.delete('content-type')
    return new Response(null, { status: 304, headers })
  }
  headers.set('content-security-policy', policy)
  const body = joinPlain(parts, nonce)
  headers.set('content-length', String(body.length))
  return new Response(new Uint8Array(body), { headers })
}

/**
 * Returns true if an If-None-Match header contains the ETag. The comparison is weak, because compression makes ETags
 * weak.
 */
export function hasTag(list: string | null, etag: string): boolean {
  return list?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false
}

/** Returns the uncompressed page. */
export function joinPlain(parts: readonly Buffer[], nonce: string): Buffer {
  const between = Buffer.from(nonce)
  return Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [between, part])))
}
