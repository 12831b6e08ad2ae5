import { LICENSE } from '#app/features/spots/exports/exported-spot.ts'
import type { Feed, FeedEntry } from './feed.ts'

/**
 * Writes a feed as JSON Feed 1.1. Positions are in the extension `_geo`, licences in `_license`. `<` is escaped against
 * readers that take it for HTML.
 */
export function writeJsonFeed({ title, home, self, siteName, icon, entries }: Feed): string {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: home,
    feed_url: self,
    icon,
    authors: [{ name: siteName }],
    language: 'en',
    _license: LICENSE,
    items: entries.map(toItem),
  }
  return `${JSON.stringify(feed).replaceAll('<', '\\u003c')}\n`
}

function toItem({ url, title, html, publishedAt, updatedAt, author, tags, point, photo, license }: FeedEntry) {
  return {
    id: url,
    url,
    title,
    content_html: html,
    date_published: publishedAt,
    date_modified: updatedAt,
    ...(photo && { image: photo }),
    ...(author && { authors: [{ name: author.name, ...(author.url && { url: author.url }) }] }),
    ...(tags.length > 0 && { tags }),
    ...(license && { _license: { name: license.name, url: license.url, source: license.source } }),
    ...(point && { _geo: { latitude: point.lat, longitude: point.lng } }),
  }
}
