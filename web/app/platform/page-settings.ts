import * as v from 'valibot'
import type { AppSettings } from './app-settings.ts'
import { PAGE_SETTINGS_ID } from './page-settings-text.ts'

const PageSettings = v.object({
  siteUrl: v.string(),
  supabaseUrl: v.string(),
  publishableKey: v.string(),
  mapStyleUrl: v.optional(v.string()),
})

let kept: AppSettings | undefined

/** The settings of this installation, for code in the browser that is no component. */
export function readPageSettings(): AppSettings {
  kept ??= parsePageSettings(document.getElementById(PAGE_SETTINGS_ID)?.textContent ?? '')
  return kept
}

function parsePageSettings(json: string): AppSettings {
  const { mapStyleUrl, ...rest } = v.parse(PageSettings, JSON.parse(json))
  return { ...rest, mapStyleUrl }
}
