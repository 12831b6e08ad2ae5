import { isLoopback } from '../../kernel/values/redirect.ts'
import type { AuthSettings } from '../../settings.ts'

/** The site as authenticators know it (WebAuthn §4): credentials are made for its id and used on its origins. */
export interface RelyingParty {
  id: string
  name: string
  /** Whether a page of this origin may use the credentials. */
  allows(origin: string): boolean
}

/** The site of the settings. On a loopback site every port is the site, as for redirects (contract §6.4). */
export function toRelyingParty(settings: AuthSettings): RelyingParty {
  const { webauthnRpId: id, webauthnRpOrigins: origins } = settings
  const isLocal = isLoopback(new URL(settings.siteUrl).hostname)
  return {
    id,
    name: settings.webauthnRpName,
    allows: (origin) => origins.includes(origin) || (isLocal && isLocalOrigin(origin, id)),
  }
}

function isLocalOrigin(origin: string, rpId: string): boolean {
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  return url.origin === origin && url.protocol === 'http:' && url.hostname === rpId && isLoopback(url.hostname)
}
