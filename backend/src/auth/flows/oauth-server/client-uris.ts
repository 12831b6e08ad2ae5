import { isLoopback } from '../../kernel/values/redirect.ts'

const LONGEST = 2_048
/** Schemes that a browser would execute or read instead of navigating. */
const NEVER_SCHEMES = /^(javascript|data|vbscript|file|blob|about|view-source|filesystem|ftp|ws|wss):/i

/**
 * Returns the problem with a redirect URI, or undefined. Allowed are https, http on loopback, and private schemes of
 * apps (RFC 8252 §7.1). The text itself is checked, because it is compared as text later.
 */
export function findRedirectUriProblem(uri: string): string | undefined {
  if (uri.length > LONGEST) return `must not be longer than ${LONGEST} characters`
  if (/[\s\\,\p{Cc}]/u.test(uri) || !URL.canParse(uri)) return 'must be absolute URIs'
  if (uri.includes('#')) return 'must not have a fragment'
  const { protocol, hostname, username, password } = new URL(uri)
  if (username !== '' || password !== '') return 'must not contain a user name'
  if (NEVER_SCHEMES.test(uri)) return `must not have the scheme ${protocol}`
  const isLocal = isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'))
  if (protocol === 'http:' && !isLocal) return 'must begin with https://, other than on a loopback host'
  return /^https?:(?!\/\/[^/?#])/i.test(uri) ? 'must have a host' : undefined
}

/** Returns the problem with the URL of a page or an image, or undefined. */
export function findWebUriProblem(uri: string): string | undefined {
  if (uri.length > LONGEST) return `must not be longer than ${LONGEST} characters`
  return /^https?:\/\/[^\s\\]+$/i.test(uri) && URL.canParse(uri) ? undefined : 'must be a web address'
}
