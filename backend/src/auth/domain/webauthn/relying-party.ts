import { isLoopback } from '../../kernel/values/redirect.ts'
import type { AuthSettings } from '../../settings.ts'

/** The relying party (WebAuthn §4): credentials are created for its id and used on its origins. */
export interface RelyingParty {
  id: string
  name: string
  /** Returns true when pages of this origin may use the credentials. */
  allows(origin: string): boolean
}

/** Returns the relying party of the settings. On a loopback site every port is allowed, as for redirects (auth 6.4). */
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
