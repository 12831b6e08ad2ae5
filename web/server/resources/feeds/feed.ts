/** A feed, independent of its format. URLs are absolute. */
export interface Feed {
  title: string
  /** The page with the same content. */
  home: string
  /** The URL of the feed in the format that is written. */
  self: string
  siteName: string
  /** The picture of the site. */
  icon: string
  entries: FeedEntry[]
}

/** A spot or a story in a feed. */
export interface FeedEntry {
  url: string
  title: string
  html: string
  /** Times as ISO 8601. */
  publishedAt: string
  updatedAt: string
  author: { name: string; url: string | null } | null
  tags: string[]
  point: { lng: number; lat: number } | null
  photo: string | null
  /** The licence of an entry from another site. Null for those under the licence of this site. */
  license: { name: string; url: string | null; site: string; source: string } | null
}

/** The formats of feeds by extension. */
export const feedFormats = {
  atom: { contentType: 'application/atom+xml; charset=utf-8' },
  json: { contentType: 'application/feed+json; charset=utf-8' },
} as const

export type FeedFormat = keyof typeof feedFormats

/** Returns true if the extension is one of a feed format. */
export function isFeedFormat(ending: string): ending is FeedFormat {
  return Object.hasOwn(feedFormats, ending)
}
