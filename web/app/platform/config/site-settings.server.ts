import * as v from 'valibot'
import type { ServerSettings } from './app-settings.ts'
import { DEFAULT_SITE_NAME } from './site-name.ts'

/** The time for which the other processes of the site may show the previous settings. */
const CACHE_MS = 10_000
const COLUMNS = 'site_name,contact,rules'

const Site = v.object({
  site_name: v.string(),
  contact: v.nullable(v.string()),
  rules: v.nullable(v.string()),
})

/** The settings of administrators that pages for everyone show. */
export type Site = v.InferOutput<typeof Site>

const DEFAULT_SITE: Site = { site_name: DEFAULT_SITE_NAME, contact: null, rules: null }

type Services = Pick<ServerSettings, 'supabaseUrl' | 'publishableKey' | 'backendFetch'>

let cached: { site: Site; untilMs: number } | undefined

/**
 * Returns the settings of the site. Since every page needs them, they are cached for ten seconds and then reloaded in
 * the background. While the data service does not respond, returns the last ones or the defaults.
 */
export async function getSite(services: Services): Promise<Site> {
  if (!cached) return load(services)
  if (cached.untilMs <= Date.now()) {
    cached = { ...cached, untilMs: Date.now() + CACHE_MS }
    void load(services)
  }
  return cached.site
}

/** Reloads the settings before the next page, after this process has changed them. */
export function clearSiteCache(): void {
  cached = undefined
}

async function load({ supabaseUrl, publishableKey, backendFetch }: Services): Promise<Site> {
  const site = await fetchSite(backendFetch, supabaseUrl, publishableKey)
  if (site) cached = { site, untilMs: Date.now() + CACHE_MS }
  return site ?? cached?.site ?? DEFAULT_SITE
}

async function fetchSite(backendFetch: typeof fetch, url: string, apikey: string): Promise<Site | undefined> {
  try {
    const response = await backendFetch(`${url}/rest/v1/instance_settings?select=${COLUMNS}`, { headers: { apikey } })
    const parsed = v.safeParse(v.tuple([Site]), await response.json())
    return parsed.success ? parsed.output[0] : undefined
  } catch {
    // Pages do not depend on the name: they report on their own when the service cannot be reached.
    return undefined
  }
}
