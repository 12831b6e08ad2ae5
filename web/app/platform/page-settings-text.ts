import type { AppSettings } from './app-settings.ts'

/** The id of the element in which a page carries the settings of this installation. */
export const PAGE_SETTINGS_ID = 'app-settings'

/** The settings as text for a script element: `<` cannot end it early. */
export function writePageSettings(settings: AppSettings): string {
  return JSON.stringify(settings).replaceAll('<', '\\u003c')
}

let kept: string | undefined

/** The settings that the page carries; undefined without any. An error page in its place has none: what was there is kept. */
export function findPageSettingsText(): string | undefined {
  kept ??= document.getElementById(PAGE_SETTINGS_ID)?.textContent
  return kept
}
