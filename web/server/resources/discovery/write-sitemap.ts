import { escapeXml, xmlElement } from '#app/features/spots/exports/xml-text.ts'
import type { SitemapPage } from './sitemap-pages.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const IMAGES = 'http://www.google.com/schemas/sitemap-image/1.1'

/** Writes the index of a sitemap: the URLs of its parts. */
export function writeSitemapIndex(parts: { address: string; lastmod: string | null }[]): string {
  const lines = parts.map(
    ({ address, lastmod }) => `<sitemap>${xmlElement('loc', address)}${xmlElement('lastmod', lastmod)}</sitemap>`,
  )
  return `${HEAD}\n<sitemapindex xmlns="${NAMESPACE}">\n${lines.join('\n')}\n</sitemapindex>\n`
}

/** Writes a part of a sitemap, with the photos of its pages. */
export function writeSitemapPart(pages: SitemapPage[], siteUrl: string): string {
  const lines = pages.map((page) => writePage(page, siteUrl))
  return `${HEAD}\n<urlset xmlns="${NAMESPACE}" xmlns:image="${IMAGES}">\n${lines.join('\n')}\n</urlset>\n`
}

function writePage({ path, lastmod, photos = [] }: SitemapPage, siteUrl: string): string {
  const images = photos.map(
    (photo) => `<image:image><image:loc>${escapeXml(siteUrl + photo)}</image:loc></image:image>`,
  )
  return `<url>${xmlElement('loc', siteUrl + path)}${xmlElement('lastmod', lastmod)}${images.join('')}</url>`
}
