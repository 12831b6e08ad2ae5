import type { AppConfig } from '#app/platform/config/app-config.ts'
import type { CaptchaSettings } from '#app/platform/config/app-settings.ts'

/** The placeholder for each page's nonce. */
const NONCE = 'place-of-the-nonce'

/** Origins besides the site's from which pages may load. */
export interface ContentSources {
  siteUrl: string
  /** The services: photos of a hosted project, calls of the data client. */
  supabaseUrl: string
  /** The origin of the build's files. */
  config: Pick<AppConfig, 'cdnUrl'>
  /** The operator's own map style. */
  mapStyleUrl: string | undefined
  /** Further origins that the operator allows: tiles and fonts of a map style, avatars hosted elsewhere. */
  contentOrigins: readonly string[]
  /** The captcha that forms show. */
  captcha: CaptchaSettings | undefined
}

/** The origins that third-party captchas need, according to their documentation. The built-in captcha needs none. */
const CAPTCHA_ORIGINS: Record<CaptchaSettings['provider'], string[]> = {
  altcha: [],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  turnstile: ['https://challenges.cloudflare.com'],
}

/**
 * Builds the CSP of a page with its nonce. Only scripts with the nonce run, and the scripts they load; the site's own
 * origin is not allowed, because it also serves members' files. Inline styles are allowed, because markers and charts
 * are positioned by style attributes, which a nonce does not cover. There is no report endpoint.
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
  // Sign-in with a provider goes through a form's redirect, which browsers check against form-action.
  const providers = sources.siteUrl.startsWith('https:') ? ['https:'] : ['https:', 'http:']
  const policy: [directive: string, ...values: string[]][] = [
    ['default-src', "'self'"],
    ['script-src', `'nonce-${NONCE}'`, "'strict-dynamic'"],
    ['style-src', "'self'", "'unsafe-inline'", ...cdn, ...captcha],
    ['img-src', "'self'", 'data:', 'blob:', services, ...cdn, ...content],
    ['font-src', "'self'", ...cdn, ...content],
    // Content created by the page itself, such as a photo that was just chosen.
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
