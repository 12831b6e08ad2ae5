import title from '@fontsource-variable/brygada-1918/files/brygada-1918-latin-wght-normal.woff2?url'
import text from '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2?url'
import { assetUrl } from '#app/platform/config/app-config.ts'
import print from './print.css?url'

/** The server build uses this folder; the browser build names its files by their source. */
const BUILT_FOLDER = /^.*\/(?=[^/]+$)/

/**
 * Links of every page: preload links for the two fonts that are used first, fetched without cookies, as CSS does, and
 * the styles for paper, which delay no page.
 */
export function listHeadLinks() {
  const fonts = [title, text].map((url) => ({
    rel: 'preload' as const,
    href: place(url),
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  }))
  return [...fonts, { rel: 'stylesheet' as const, href: place(print), media: 'print' }]
}

function place(url: string): string {
  return import.meta.env.DEV ? url : assetUrl(url.replace(BUILT_FOLDER, ''))
}
