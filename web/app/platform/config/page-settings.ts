import * as v from 'valibot'
import type { AppSettings } from './app-settings.ts'
import { findPageSettingsText } from './page-settings-text.ts'
import { StreetSettings } from './street-settings.ts'

const PageSettings = v.object({
  siteUrl: v.string(),
  supabaseUrl: v.string(),
  publishableKey: v.string(),
  mapStyleUrl: v.optional(v.string()),
  streets: v.optional(StreetSettings),
  captcha: v.optional(v.object({ provider: v.picklist(['altcha', 'hcaptcha', 'turnstile']), siteKey: v.string() })),
})

let cached: AppSettings | undefined

/** Returns the settings of this installation, for browser code outside of components. */
export function readPageSettings(): AppSettings {
  cached ??= parsePageSettings(findPageSettingsText() ?? '')
  return cached
}

function parsePageSettings(json: string): AppSettings {
  const { mapStyleUrl, captcha, ...rest } = v.parse(PageSettings, JSON.parse(json))
  return { ...rest, mapStyleUrl, captcha }
}
