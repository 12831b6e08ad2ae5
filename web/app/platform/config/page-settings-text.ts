import type { AppSettings } from './app-settings.ts'

/** The id of the element in which a page carries the settings of this installation. */
export const PAGE_SETTINGS_ID = 'app-settings'

/** Serialises the settings for a script element, with `<` escaped so that they cannot end it. */
export function writePageSettings(settings: AppSettings): string {
  return JSON.stringify(settings).replaceAll('<', '\\u003c')
}

let cached: string | undefined

/**
 * Returns the settings in the page, or undefined: a re-rendered error page has none, and the earlier settings are
 * kept.
 */
export function findPageSettingsText(): string | undefined {
  cached ??= document.getElementById(PAGE_SETTINGS_ID)?.textContent
  return cached
}
