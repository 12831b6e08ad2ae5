import { profileUrl } from '#app/features/account/members/member-url.ts'
import { categories } from '#app/features/categories/categories.ts'
import {
  type ExportedSpot,
  findProvenance,
  getAuthorName,
  listPhotoAddresses,
} from '#app/features/spots/exports/exported-spot.ts'
import { escapeXml } from '#app/features/spots/exports/xml-text.ts'
import { renderMarkdown } from '#app/lib/markdown/markdown.ts'
import type { FeedEntry } from './feed.ts'

interface StoryRow {
  slug: string
  title: string
  summary: string
  tags: string[]
  published_at: string | null
  created_at: string
  updated_at: string
  author: ExportedSpot['author']
}

/** Returns a spot as an entry: its picture, category and place, then its description. */
export function toSpotEntry(spot: ExportedSpot, siteUrl: string): FeedEntry {
  const [photo = null] = listPhotoAddresses(spot, { siteUrl, siteName: '', title: '' })
  const kind = categories[spot.category].name
  const license = findLicense(spot, siteUrl)
  const html = [
    photo && `<p><img src="${escapeXml(photo)}" alt=""></p>`,
    `<p>${escapeXml(spot.city ? `${kind}, ${spot.city.name}` : kind)}</p>`,
    renderMarkdown(spot.description),
    license &&
      `<p>From <a href="${escapeXml(license.source)}">${escapeXml(license.site)}</a>, under ${linkLicense(license)}.</p>`,
  ]
  return {
    url: `${siteUrl}/spot/${spot.id}`,
    title: spot.title,
    html: html.filter(Boolean).join('\n'),
    publishedAt: toIso(spot.published_at ?? spot.created_at),
    updatedAt: toIso(spot.updated_at),
    author: toAuthor(spot, siteUrl),
    tags: [kind, ...spot.tags],
    point: { lng: spot.lng, lat: spot.lat },
    photo,
    license,
  }
}

function linkLicense({ name, url }: { name: string; url: string | null }): string {
  return url ? `<a href="${escapeXml(url)}">${escapeXml(name)}</a>` : escapeXml(name)
}

function findLicense(spot: ExportedSpot, siteUrl: string): FeedEntry['license'] {
  const from = findProvenance(spot)
  if (!from) return null
  const source = from.url ?? `${siteUrl}/spot/${spot.id}`
  return { ...from.license, site: from.name, source }
}

/** Returns a story as an entry with its summary. */
export function toStoryEntry(story: StoryRow, siteUrl: string): FeedEntry {
  return {
    url: `${siteUrl}/post/${story.slug}`,
    title: story.title,
    html: `<p>${escapeXml(story.summary)}</p>`,
    publishedAt: toIso(story.published_at ?? story.created_at),
    updatedAt: toIso(story.updated_at),
    author: toAuthor(story, siteUrl),
    tags: story.tags,
    point: null,
    photo: null,
    license: null,
  }
}

function toAuthor(row: Pick<ExportedSpot, 'author'>, siteUrl: string): FeedEntry['author'] {
  const name = getAuthorName(row)
  const username = row.author?.username
  return name ? { name, url: username ? siteUrl + profileUrl(username) : null } : null
}

function toIso(time: string): string {
  return new Date(time).toISOString()
}
