import { isLoopback } from '../../kernel/values/redirect.ts'

const LONGEST = 2_048
/** Schemes by which a browser would run or read something instead of going somewhere. */
const NEVER_SCHEMES = /^(javascript|data|vbscript|file|blob|about|view-source|filesystem|ftp|ws|wss):/i

/**
 * What is wrong with an address that clients get codes at, undefined when nothing is. https, http on this machine, or the private
 * scheme of an app (RFC 8252 §7.1). The text itself is judged, since it is compared as a text later.
 */
export function findRedirectUriProblem(uri: string): string | undefined {
  if (uri.length > LONGEST) return `must not be longer than ${LONGEST} characters`
  if (/[\s\\,\p{Cc}]/u.test(uri) || !URL.canParse(uri)) return 'must be absolute URIs'
  if (uri.includes('#')) return 'must not have a fragment'
  const { protocol, hostname, username, password } = new URL(uri)
  if (username !== '' || password !== '') return 'must not hold a user name'
  if (NEVER_SCHEMES.test(uri)) return `must not have the scheme ${protocol}`
  const isLocal = isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'))
  if (protocol === 'http:' && !isLocal) return 'must begin with https://, other than on a loopback host'
  return /^https?:(?!\/\/[^/?#])/i.test(uri) ? 'must have a host' : undefined
}

/** What is wrong with the address of a page or a picture, undefined when nothing is. */
export function findWebUriProblem(uri: string): string | undefined {
  if (uri.length > LONGEST) return `must not be longer than ${LONGEST} characters`
  return /^https?:\/\/[^\s\\]+$/i.test(uri) && URL.canParse(uri) ? undefined : 'must be a web address'
}
