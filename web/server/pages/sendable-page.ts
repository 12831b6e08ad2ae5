import { chooseEncoding } from '../responses/compression.ts'
import { hasTag } from '../responses/has-tag.ts'
import { type EncodedPage, encodePage, type PageEncoding } from './encoded-page.ts'
import { cachePage, joinPlain } from './page-response.ts'

/** Larger pages are rare. They are not cached but rendered for each request. */
const MAX_BYTES = 1024 * 1024
const CACHED_TYPES = /^text\/(?:html|x-script)\b/

/** A page, or its data, as it is sent to every visitor. */
export interface SendablePage {
  /** The text, split where the nonce goes. */
  parts: Buffer[]
  etag: string
  headers: Headers
  isHtml: boolean
  /** The page in one encoding, compressed at its first use. Undefined if it cannot be. */
  encode: (encoding: PageEncoding) => Promise<EncodedPage | undefined>
  countBytes: () => number
}

/** Reads a response. Undefined if it may not be cached: errors, redirects, and responses with cookies or no-store. */
export async function toSendablePage(response: Response, nonce: string): Promise<SendablePage | undefined> {
  const { status } = response
  const type = response.headers.get('content-type') ?? ''
  const mayCache = status === 200 && CACHED_TYPES.test(type) && !response.headers.has('set-cookie')
  if (!mayCache || response.headers.get('cache-control')?.includes('no-store')) {
    await response.body?.cancel()
    return undefined
  }
  const { parts, etag, headers } = await cachePage(response, nonce)
  const bytes = parts.reduce((sum, { length }) => sum + length, 0)
  if (bytes > MAX_BYTES) return undefined
  const encodings = new Map<PageEncoding, Promise<EncodedPage | undefined>>()
  let encodedBytes = 0
  const encode = async (encoding: PageEncoding) => {
    const page = await encodePage(parts, encoding)
    encodedBytes += page?.bytes ?? 0
    return page
  }
  return {
    parts,
    etag,
    headers,
    isHtml: type.startsWith('text/html'),
    encode: (encoding) => {
      const encoded = encodings.get(encoding) ?? encode(encoding)
      encodings.set(encoding, encoded)
      return encoded
    },
    countBytes: () => bytes + encodedBytes,
  }
}

/** Sends a cached page with its own nonce, compressed as the request accepts, or 304 when the browser has it. */
export async function sendCachedPage(
  page: SendablePage,
  request: Request,
  nonce: string,
  policy: string,
): Promise<Response> {
  const encoding = chooseEncoding(request.headers.get('accept-encoding') ?? '')
  const headers = new Headers(page.headers)
  headers.set('etag', encoding ? `W/${page.etag}` : page.etag)
  if (hasTag(request.headers.get('if-none-match'), page.etag)) {
    headers.delete('content-type')
    return new Response(null, { status: 304, headers })
  }
  if (page.isHtml) headers.set('content-security-policy', policy)
  const encoded = encoding && (await page.encode(encoding))
  if (encoded) {
    headers.set('content-encoding', encoding)
    headers.set('vary', 'accept-encoding')
  }
  const body = encoded ? encoded.write(nonce) : joinPlain(page.parts, nonce)
  headers.set('content-length', String(body.length))
  return new Response(body, { headers })
}
