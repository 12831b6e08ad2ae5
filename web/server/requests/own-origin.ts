import type { ServerBuild } from 'react-router'

/**
 * Returns the build with form origins limited to `siteUrl`. By default the router compares a form's origin with the
 * request's URL. Behind a TLS proxy that is `http:`, so it would reject the site's own forms.
 */
export function acceptOwnOrigin(build: ServerBuild, siteUrl: string): ServerBuild {
  return { ...build, allowedActionOrigins: [new URL(siteUrl).host] }
}
