import title from '@fontsource-variable/brygada-1918/files/brygada-1918-latin-wght-normal.woff2?url'
import text from '@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2?url'

/** Links for the document: the two faces that every page shows first. Both are fetched without cookies, as CSS does. */
export const preloadedFonts = [title, text].map((href) => ({
  rel: 'preload' as const,
  href,
  as: 'font' as const,
  type: 'font/woff2',
  crossOrigin: 'anonymous' as const,
}))
