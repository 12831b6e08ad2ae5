import { createContext } from 'react-router'
import type { AppConfig } from './app-config.ts'
import type { RouteRules } from './route-rules/route-rules.ts'

/** Who checks that no program is at work. */
export interface CaptchaSettings {
  /** `altcha` is our own proof of work, whose tasks are at `/auth/v1/captcha`. */
  provider: 'altcha' | 'hcaptcha' | 'turnstile'
  /** Empty for altcha. */
  siteKey: string
}

/** What the browser may know of this installation. Rendered into the page by the root loader. */
export interface AppSettings {
  /** The public address of the site, without a slash at the end. */
  siteUrl: string
  /** The base of the Supabase services; the site's own origin unless the project is hosted. */
  supabaseUrl: string
  publishableKey: string
  /** An operator's own MapLibre style; undefined for the built-in base map. */
  mapStyleUrl: string | undefined
  /** What a form that signs up or in must bring; undefined when nothing. */
  captcha: CaptchaSettings | undefined
  /** Origins besides the site's and the services' that pictures may come from; undefined without any. */
  pictureOrigins?: string[] | undefined
  /** The rules that send addresses on; undefined without any. */
  redirectRules?: RouteRules | undefined
}

/** What only the server holds: how it reaches the backend, the key for chores that have no user, and where its files are. */
export interface ServerSettings extends AppSettings {
  config: AppConfig
  /** What holds for whole parts of the site: ours and the operator's. */
  routeRules: RouteRules
  /** Origins besides the site's that pages may load pictures, fonts and data from. */
  contentOrigins: string[]
  /** Where views of pages are handed on to, besides being counted. */
  collectorUrl: string | undefined
  secretKey: string
  /** In process when the backend runs in this process, else over the network. */
  backendFetch: typeof fetch
}

/** Set by the HTTP process for each request. */
export const serverSettingsContext = createContext<ServerSettings>()

/** What the browser may know of the server's settings. */
export function toAppSettings(settings: ServerSettings): AppSettings {
  const { siteUrl, supabaseUrl, publishableKey, mapStyleUrl, captcha, redirectRules } = settings
  const pictureOrigins = settings.contentOrigins.length > 0 ? settings.contentOrigins : undefined
  return { siteUrl, supabaseUrl, publishableKey, mapStyleUrl, captcha, pictureOrigins, redirectRules }
}

/** The licence of one page to run scripts. Set for each request that may become a page. */
export const nonceContext = createContext<string>()
