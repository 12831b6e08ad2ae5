import { LICENSE } from '#app/features/spots/exports/exported-spot.ts'
import { escapeXml, xmlElement } from '#app/features/spots/exports/xml-text.ts'
import type { Feed, FeedEntry } from './feed.ts'

/** The time of a feed without entries. A feed requires one, and it must not change while the feed does not. */
const NEVER = '1970-01-01T00:00:00.000Z'

/** Writes a feed as Atom (RFC 4287), with positions as GeoRSS. */
export function writeAtom({ title, home, self, siteName, icon, entries }: Feed): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:georss="http://www.georss.org/georss">',
    xmlElement('id', self),
    xmlElement('title', title),
    xmlElement('updated', findLatest(entries)),
    `<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(home)}"/>`,
    xmlElement('icon', icon),
    xmlElement('rights', `${LICENSE.name}, by the members named with each entry`),
    `<author>${xmlElement('name', siteName)}</author>`,
    xmlElement('generator', siteName),
    ...entries.map(writeEntry),
    '</feed>\n',
  ].join('\n')
}

function writeEntry(entry: FeedEntry): string {
  const { url, title, html, publishedAt, updatedAt, author, tags, point, photo, license } = entry
  return [
    '<entry>',
    xmlElement('id', url),
    xmlElement('title', title),
    `<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>`,
    photo && `<link rel="enclosure" type="image/webp" href="${escapeXml(photo)}"/>`,
    xmlElement('published', publishedAt),
    xmlElement('updated', updatedAt),
    author && `<author>${xmlElement('name', author.name)}${xmlElement('uri', author.url)}</author>`,
    ...tags.map((tag) => `<category term="${escapeXml(tag)}"/>`),
    point && xmlElement('georss:point', `${point.lat} ${point.lng}`),
    license && xmlElement('rights', `${license.name}, from ${license.site}, ${license.source}`),
    `<content type="html">${escapeXml(html)}</content>`,
    '</entry>',
  ]
    .filter(Boolean)
    .join('')
}

function findLatest(entries: FeedEntry[]): string {
  return (
    entries
      .map(({ updatedAt }) => updatedAt)
      .toSorted()
      .at(-1) ?? NEVER
  )
}
