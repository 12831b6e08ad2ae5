import { isIP } from 'node:net'
import type { AuthSettings } from '../../settings.ts'

const LONGEST = 4_096
const NEVER_SCHEMES = new Set(['javascript', 'data', 'vbscript', 'file', 'blob', 'about', 'view-source'])
const PLAIN_HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?\.?$/i

/**
 * Returns true when a target may receive tokens. Checks the text itself, not its parsed URL: the parser turns `\` into
 * `/` and decimal numbers into addresses, and a browser may read the text differently.
 */
export function isAllowedRedirect(
  target: string,
  { siteUrl, uriAllowList }: Pick<AuthSettings, 'siteUrl' | 'uriAllowList'>,
): boolean {
  if (target.length > LONGEST || /[\s\\\p{Cc}]/u.test(target) || !URL.canParse(target)) return false
  const [, scheme = '', authority = ''] = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?/i.exec(target) ?? []
  if (NEVER_SCHEMES.has(scheme.toLowerCase()) || authority.includes('@')) return false
  const isWeb = /^https?$/i.test(scheme)
  if (isWeb && !isPlainHost(authority)) return false
  if (isWeb && isOwnSite(new URL(target), new URL(siteUrl))) return true
  const withoutFragment = target.replace(/#.*$/, '')
  return uriAllowList.some((pattern) => toExpression(pattern).test(withoutFragment))
}

function isPlainHost(authority: string): boolean {
  const host = authority.replace(/:\d{1,5}$/, '')
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) !== 0) return isLoopback(bare)
  // The URL parser reads `2130706433`, `0x7f.1` and the like as addresses.
  return PLAIN_HOST.test(host) && !/^(0x[0-9a-f]*|\d+)(\.(0x[0-9a-f]*|\d+))*\.?$/i.test(host)
}

function isOwnSite(target: URL, site: URL): boolean {
  if (target.origin === site.origin) return isBelow(target.pathname, site.pathname.replace(/\/$/, ''))
  return (
    isLoopback(site.hostname.replace(/^\[(.*)\]$/, '$1')) &&
    target.hostname === site.hostname &&
    target.protocol === site.protocol
  )
}

/** A site below a path shares its host with others, which must not receive its tokens. */
function isBelow(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`)
}

/** Returns true for a host of this machine: a name, an IPv4 or an IPv6 address without brackets. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(host)
}

/** `*` matches anything but `.` and `/`, `**` anything, `?` one character but those, `{a,b}` either alternative. */
function toExpression(pattern: string): RegExp {
  const source = pattern.replace(/\*\*+|\*|\?|\{([^{}]*)\}|[.+^$()|[\]\\{}]/g, (part, choices?: string) => {
    if (part.startsWith('**')) return '.*'
    if (part === '*') return '[^./]*'
    if (part === '?') return '[^./]'
    if (choices === undefined) return `\\${part}`
    return `(?:${choices.split(',').map(escapeExpression).join('|')})`
  })
  return new RegExp(`^${source}$`)
}

function escapeExpression(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
