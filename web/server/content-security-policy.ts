import type { AppConfig } from '#app/platform/app-config.ts'
import type { CaptchaSettings } from '#app/platform/app-settings.ts'

/** Stands where each page has a nonce of its own. */
const NONCE = 'place-of-the-nonce'

/** What pages may load besides their own. */
export interface ContentSources {
  siteUrl: string
  /** The services: photos of a hosted project, calls of the data client. */
  supabaseUrl: string
  /** Where the build's files come from. */
  config: Pick<AppConfig, 'cdnUrl'>
  /** An operator's own map style. */
  mapStyleUrl: string | undefined
  /** Further origins that the operator allows: tiles and fonts of a map style, pictures of members from elsewhere. */
  contentOrigins: readonly string[]
  /** Whose check against programs the forms show. */
  captcha: CaptchaSettings | undefined
}

/** What the checks of others load and show, by their own documentation; ours is a calculation and loads nothing. */
const CAPTCHA_ORIGINS: Record<CaptchaSettings['provider'], string[]> = {
  altcha: [],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  turnstile: ['https://challenges.cloudflare.com'],
}

/**
 * Writes the policy of a page, by its nonce. Scripts run by its nonce alone, and what these load; the site's own address is no licence, since members'
 * files lie below it too. Styles may be inline: marks and charts are placed by style attributes, which no nonce covers. Nothing is
 * reported anywhere.
 */
export function createContentSecurityPolicy(sources: ContentSources): (nonce: string) => string {
  const services = originOf(sources.supabaseUrl)
  const { cdnUrl } = sources.config
  const cdn = cdnUrl ? [originOf(cdnUrl)] : []
  const content = [
    ...(sources.mapStyleUrl ? [originOf(sources.mapStyleUrl)] : []),
    ...sources.contentOrigins.map((origin) => originOf(origin)),
  ]
  const captcha = sources.captcha ? CAPTCHA_ORIGINS[sources.captcha.provider] : []
  // Sign-in at another provider leads through a form's redirect, which browsers count as the form's target.
  const providers = sources.siteUrl.startsWith('https:') ? ['https:'] : ['https:', 'http:']
  const policy: [directive: string, ...values: string[]][] = [
    ['default-src', "'self'"],
    ['script-src', `'nonce-${NONCE}'`, "'strict-dynamic'"],
    ['style-src', "'self'", "'unsafe-inline'", ...cdn, ...captcha],
    ['img-src', "'self'", 'data:', 'blob:', services, ...cdn, ...content],
    ['font-src', "'self'", ...cdn, ...content],
    // What the page made itself, such as a photo that was just chosen.
    ['connect-src', "'self'", 'blob:', services, toSocketOrigin(services), ...cdn, ...content, ...captcha],
    ['media-src', "'self'", 'blob:', services],
    ['worker-src', "'self'", 'blob:'],
    ['manifest-src', "'self'"],
    ['frame-src', ...(captcha.length > 0 ? captcha : ["'none'"])],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'", ...providers],
    ['frame-ancestors', "'none'"],
  ]
  const text = policy.map(([directive, ...values]) => [directive, ...new Set(values)].join(' ')).join('; ')
  const [before = '', after = ''] = text.split(NONCE)
  return (nonce) => before + nonce + after
}

function originOf(url: string): string {
  return new URL(url).origin
}

function toSocketOrigin(origin: string): string {
  return origin.replace(/^http/, 'ws')
}
