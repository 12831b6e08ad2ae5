import * as v from 'valibot'
import { type AppConfig, toBaseUrl } from '../../app/platform/config/app-config.ts'

/** A URL with http or https. One message, because two checks would print two lines. */
function webUrl(message: string) {
  return v.pipe(
    v.string(),
    v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), message),
  )
}

const NeededKey = v.optional(v.pipe(v.string(), v.nonEmpty('is needed beside SUPABASE_URL')), '')
const Hosted = v.object({
  SUPABASE_URL: webUrl('must be a URL such as https://project.supabase.co'),
  SUPABASE_PUBLISHABLE_KEY: NeededKey,
  SUPABASE_SECRET_KEY: NeededKey,
})

/** The URL and keys of a hosted Supabase project. */
export interface HostedProject {
  url: string
  publishableKey: string
  secretKey: string
}

/**
 * Returns the hosted project in the environment, or undefined when the backend runs in this process. Throws an error
 * that names the setting.
 */
export function findHostedProject(environment: Record<string, string | undefined>): HostedProject | undefined {
  if (!environment.SUPABASE_URL) return undefined
  const {
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
  } = parseSettings(Hosted, environment)
  return { url: url.replace(/\/$/, ''), publishableKey, secretKey }
}

/** Folders of the site that the assets folder must not use. */
const TAKEN =
  /^(?:auth|oauth|rest|storage|functions|realtime|about|explore|spot|submit|city|post|account|debug-seed|basemap|card|category-icon|cover|photo|static-map|builds|bundles|embed|feeds|oembed|sitemaps|unsubscribe|\.well-known)\//i
const Place = v.object({
  PAGE_VIEW_COLLECTOR_URL: v.optional(webUrl('must be a URL such as https://example.org/page-views')),
  CDN_URL: v.optional(webUrl('must be a URL such as https://cdn.example.org')),
  MAP_STYLE_URL: v.optional(webUrl('must be a URL such as https://tiles.example.org/style.json')),
  ASSETS_DIR: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\/?(?:[\w.-]+\/?)+$/, 'must be a path such as /assets/'),
      v.transform((path) => `${path.replace(/^\/|\/$/g, '')}/`),
      v.check((path) => !TAKEN.test(path) && !path.includes('..'), 'is a path of the site already'),
    ),
  ),
  CONTENT_ORIGINS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) =>
        text
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      ),
      v.array(webUrl('must be origins such as https://tiles.example.org')),
    ),
  ),
})

/**
 * Reads the site's URL, asset origin, allowed origins, map style and page view collector. Throws an error that names the
 * setting.
 */
export function readPlace(
  environment: Record<string, string | undefined>,
  siteUrl: string,
): {
  config: AppConfig
  contentOrigins: string[]
  mapStyleUrl: string | undefined
  collectorUrl: string | undefined
} {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value))
  const { CDN_URL, ASSETS_DIR, CONTENT_ORIGINS = [], ...others } = parseSettings(Place, set)
  const { MAP_STYLE_URL: mapStyleUrl, PAGE_VIEW_COLLECTOR_URL: collectorUrl } = others
  const config = {
    baseUrl: toBaseUrl(siteUrl),
    cdnUrl: CDN_URL ? `${CDN_URL.replace(/\/+$/, '')}/` : '',
    assetsDirectory: ASSETS_DIR ?? 'assets/',
  }
  return { config, contentOrigins: CONTENT_ORIGINS, mapStyleUrl, collectorUrl }
}

/** Returns the paths and URLs of `MAP_TILES`. */
export function readMapTiles(environment: Record<string, string | undefined>): string[] {
  const locations = (environment.MAP_TILES ?? '').split(',').map((part) => part.trim())
  return locations.filter((location) => location !== '')
}

const PER_SECOND = 'must be a number from 0.1 to 100'
const Geocoder = v.object({
  GEOCODER_URL: webUrl('must be a URL such as https://photon.example.org/api'),
  GEOCODER_PER_SECOND: v.optional(
    v.pipe(
      v.string(),
      v.transform(Number),
      v.number(PER_SECOND),
      v.minValue(0.1, PER_SECOND),
      v.maxValue(100, PER_SECOND),
    ),
    '1',
  ),
})

/** Returns the geocoder that searches addresses, or undefined. Throws an error that names the setting. */
export function readGeocoder(
  environment: Record<string, string | undefined>,
): { url: string; perSecond: number } | undefined {
  if (!environment.GEOCODER_URL) return undefined
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value))
  const { GEOCODER_URL: url, GEOCODER_PER_SECOND: perSecond } = parseSettings(Geocoder, set)
  return { url, perSecond }
}

/** Parses the environment with a schema. Throws an error that names each invalid setting. */
export function parseSettings<Schema extends v.GenericSchema>(
  schema: Schema,
  environment: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, environment)
  if (parsed.success) return parsed.output
  const lines = parsed.issues.map((issue) => `  ${v.getDotPath(issue)}: ${issue.message}`)
  throw new Error(`Invalid settings:\n${lines.join('\n')}`)
}
