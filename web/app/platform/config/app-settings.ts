import { createContext } from 'react-router'
import type { RouteRules } from '../route-rules/route-rules.ts'
import type { AppConfig } from './app-config.ts'
import type { BundleReader } from './bundle-reader.ts'
import type { FindAddresses } from './find-addresses.ts'
import type { StreetSettings } from './street-settings.ts'

/** The captcha that sign-up and sign-in forms show. */
export interface CaptchaSettings {
  /** `altcha` is our own proof of work. Its challenges come from `/auth/v1/captcha`. */
  provider: 'altcha' | 'hcaptcha' | 'turnstile'
  /** Empty for altcha. */
  siteKey: string
}

/** The number of digits of the codes that are sent by email, by SMS to sign in, and by SMS as a second factor. */
export interface CodeLengths {
  email: number
  phone: number
  factor: number
}

/** The settings of this installation that the browser may know. The root loader puts them into the page. */
export interface AppSettings {
  /** The public URL of the site, without a trailing slash. */
  siteUrl: string
  /** The base URL of the Supabase services: the site's own origin unless the project is hosted. */
  supabaseUrl: string
  publishableKey: string
  /** The operator's MapLibre style. Undefined for the built-in base map. */
  mapStyleUrl: string | undefined
  /** The street tiles above the offline base map. Undefined when there are none. */
  streets?: StreetSettings | undefined
  /** The captcha of sign-up and sign-in forms. Undefined when there is none. */
  captcha: CaptchaSettings | undefined
  /** Undefined if all codes have six digits. */
  codeLengths?: CodeLengths | undefined
  /** Origins besides the site's and the services' from which images may come. Undefined when there are none. */
  pictureOrigins?: string[] | undefined
  /** Redirect rules by path. Undefined when there are none. */
  redirectRules?: RouteRules | undefined
}

/**
 * Settings that stay on the server: how to reach the backend, the secret key for chores without a user, and where files
 * are.
 */
export interface ServerSettings extends Omit<AppSettings, 'streets'> {
  config: AppConfig
  /** Route rules, ours and the operator's. */
  routeRules: RouteRules
  /** Origins besides the site's from which pages may load images, fonts and data. */
  contentOrigins: string[]
  /** The URL that also receives page views. */
  collectorUrl: string | undefined
  /** Searches for addresses. Undefined in tests that need none. */
  findAddresses?: FindAddresses | undefined
  /** Reads bundles of other sites. Undefined in tests that need none. */
  bundles?: BundleReader | undefined
  secretKey: string
  /** Calls the backend in process when it runs here, otherwise over the network. */
  backendFetch: typeof fetch
  /** Returns the settings of the street tiles, which change when archives are added. Undefined without archives. */
  findStreets?: () => StreetSettings | undefined
  /**
   * Returns the bytes of a street tile, decompressed, or undefined where there is none. Throws if it cannot be read.
   */
  findStreetTile?: (z: number, x: number, y: number) => Promise<Uint8Array | undefined>
}

/** Set by the HTTP process for each request. */
export const serverSettingsContext = createContext<ServerSettings>()

/** Returns the part of the server's settings that the browser may know. */
export function toAppSettings(settings: ServerSettings): AppSettings {
  const { siteUrl, supabaseUrl, publishableKey, mapStyleUrl, captcha, codeLengths, redirectRules } = settings
  const streets = settings.findStreets?.()
  const pictureOrigins = settings.contentOrigins.length > 0 ? settings.contentOrigins : undefined
  return {
    siteUrl,
    supabaseUrl,
    publishableKey,
    mapStyleUrl,
    streets,
    captcha,
    codeLengths,
    pictureOrigins,
    redirectRules,
  }
}

/** The CSP nonce of one page. Set for each request that may render a page. */
export const nonceContext = createContext<string>()
