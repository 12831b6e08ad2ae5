import { hash } from 'node:crypto'

/** Stands in pages that are kept where each page that is sent has a nonce of its own. */
export const PLACEHOLDER_NONCE = 'place-of-the-nonce'

const SESSION_COOKIE = /(?:^|;\s*)sb-[^=;]*-auth-token/

/** A page whose text is complete. `parts` are what stands between the places of the nonce. */
export interface KeptPage {
  parts: string[]
  etag: string
  headers: Headers
}

/** Whether the page that answers a request may be compared with an older one: it was read, by somebody who is not signed in. */
export function isForVisitor(request: Request, response: Response): boolean {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
  if (!isPage || response.status !== 200 || request.method !== 'GET') return false
  return !response.headers.has('set-cookie') && !SESSION_COOKIE.test(request.headers.get('cookie') ?? '')
}

/**
 * Takes a page apart at its nonce. What is left is the same for the same content, so that its hash is a tag although each page that is
 * sent has a nonce of its own.
 */
export async function keepPage(response: Response, nonce: string): Promise<KeptPage> {
  const parts = (await response.text()).split(nonce)
  const tag = hash('sha256', parts.join(''), 'base64url').slice(0, 27)
  return { parts, etag: `"${tag}"`, headers: response.headers }
}

/**
 * The page with a nonce of its own; 304 when the browser has it. That answer says nothing of scripts: the page that the browser has kept
 * runs by the nonce and the policy that it came with.
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

/** Tags are compared without regard to compression, which makes them weak on their way. */
function hasTag(list: string | null, etag: string): boolean {
  return list?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false
}
