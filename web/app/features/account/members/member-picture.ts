import type { AppSettings } from '#app/platform/app-settings.ts'

type Origins = Pick<AppSettings, 'siteUrl' | 'supabaseUrl' | 'pictureOrigins'>

/**
 * Whether a member's picture is shown: from this site, its services, or an origin that the operator allows. The policy of pages refuses
 * others, so that the services that people sign in by do not learn who looks at whom.
 */
export function mayShowPicture(url: string, { siteUrl, supabaseUrl, pictureOrigins = [] }: Origins): boolean {
  const origin = URL.parse(url, siteUrl)?.origin
  return [siteUrl, supabaseUrl, ...pictureOrigins].some((allowed) => URL.parse(allowed)?.origin === origin)
}
