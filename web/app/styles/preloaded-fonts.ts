import title from '@fontsource-variable/brygada-1918/files/brygada-1918-latin-wght-normal.woff2?url'
import text from '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2?url'
import { assetUrl } from '#app/platform/config/app-config.ts'

/** The server build uses this folder; the browser build names its files by their source. */
const BUILT_FOLDER = /^.*\/(?=[^/]+$)/

/** Preload links for the two fonts that every page uses first. Both are fetched without cookies, as CSS does. */
export function listPreloadedFonts() {
  return [title, text].map((url) => ({
    rel: 'preload' as const,
    href: import.meta.env.DEV ? url : assetUrl(url.replace(BUILT_FOLDER, '')),
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  }))
}
