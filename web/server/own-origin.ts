import type { ServerBuild } from 'react-router'

/**
 * The build, which takes forms from pages of this site alone: those that `siteUrl` names. The router compares a form's origin with
 * the address that the request came under, and behind a proxy that ends TLS this is another one (`http:`), so that it would
 * refuse its own forms.
 */
export function acceptOwnOrigin(build: ServerBuild, siteUrl: string): ServerBuild {
  return { ...build, allowedActionOrigins: [new URL(siteUrl).host] }
}
