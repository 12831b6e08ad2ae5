import { createHash } from 'node:crypto'
import { hasTag } from '../responses/has-tag.ts'
import { moveContentFirst } from './content-first.ts'

/** The placeholder in cached pages for each response's own nonce. */
export const PLACEHOLDER_NONCE = 'place-of-the-nonce'

const SESSION_COOKIE = /(?:^|;\s*)sb-[^=;]*-auth-token/

/** A complete page in UTF-8. */
export interface CachedPage {
  /** With the nonce that it was rendered with. */
  bytes: Buffer<ArrayBuffer>
  /** Split where the nonce goes. */
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
 * response has its own nonce.
 */
export async function cachePage(response: Response, nonce: string): Promise<CachedPage> {
  const bytes = Buffer.concat(moveContentFirst(Buffer.from(await response.arrayBuffer())))
  const parts = splitAt(bytes, nonce)
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part)
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return { bytes, parts, etag: `"${sum.digest('base64url').slice(0, 27)}"`, headers }
}

function splitAt(page: Buffer, nonce: string): Buffer[] {
  const parts: Buffer[] = []
  let from = 0
  for (let at = page.indexOf(nonce); at >= 0; at = page.indexOf(nonce, from)) {
    parts.push(page.subarray(from, at))
    from = at + nonce.length
  }
  return [...parts, page.subarray(from)]
}

/**
 * Sends the page with the nonce that it was rendered with, or 304 when the browser has it. A 304 carries no CSP: the
 * browser's page runs with its own nonce and policy.
 */
export function sendPage({ bytes, etag, headers: kept }: CachedPage, request: Request, policy: string): Response {
  const headers = new Headers(kept)
  headers.set('etag', etag)
  if (hasTag(request.headers.get('if-none-match'), etag)) {
    headers.delete('content-type')
    return new Response(null, { status: 304, headers })
  }
  headers.set('content-security-policy', policy)
  headers.set('content-length', String(bytes.length))
  return new Response(bytes, { headers })
}

/** Returns the uncompressed page. */
export function joinPlain(parts: readonly Buffer[], nonce: string): Buffer<ArrayBuffer> {
  const between = Buffer.from(nonce)
  return Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [between, part])))
}
