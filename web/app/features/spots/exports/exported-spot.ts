import * as v from 'valibot'
import { categoryIds } from '#app/features/categories/categories.ts'

/** The licence of everything that members share. */
export const LICENSE = { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' } as const

/**
 * The columns of table spots that are exported. The point is the public one, which is rounded for spots shown as an
 * area.
 */
export const EXPORTED_COLUMNS =
  'id, title, category, tags, description, lng, lat, precision, country_code, address, website, access, status, rating_average, review_count, created_at, updated_at, published_at, confirmed_at, author:profiles!spots_author_id_fkey(username, name), city:cities(name), photos!photos_spot_id_fkey(id, width, position, created_at), origin:bundle_spots(url, author, license_name, license_url, site:bundle_subscriptions(origin_name)), source:spot_sources(name, author, url, license_name, license_url)'

const ExportedPhoto = v.object({ id: v.string(), width: v.number(), position: v.number(), created_at: v.string() })

/** The origin of a spot that another site shares. */
const ExportedOrigin = v.object({
  url: v.string(),
  author: v.nullable(v.string()),
  license_name: v.string(),
  license_url: v.string(),
  site: v.object({ origin_name: v.string() }),
})

/** The source of a spot that others wrote and a member imported. */
const ExportedSource = v.object({
  name: v.string(),
  author: v.nullable(v.string()),
  url: v.nullable(v.string()),
  license_name: v.string(),
  license_url: v.nullable(v.string()),
})

/** A spot as exports contain it. Hidden authors and those without an account are null. */
export const ExportedSpot = v.object({
  id: v.string(),
  title: v.string(),
  category: v.picklist(categoryIds),
  tags: v.array(v.string()),
  description: v.string(),
  lng: v.number(),
  lat: v.number(),
  precision: v.picklist(['exact', 'area']),
  country_code: v.nullable(v.string()),
  address: v.nullable(v.string()),
  website: v.nullable(v.string()),
  access: v.string(),
  status: v.string(),
  rating_average: v.nullable(v.number()),
  review_count: v.number(),
  created_at: v.string(),
  updated_at: v.string(),
  published_at: v.nullable(v.string()),
  confirmed_at: v.nullable(v.string()),
  author: v.nullable(v.object({ username: v.nullable(v.string()), name: v.nullable(v.string()) })),
  city: v.nullable(v.object({ name: v.string() })),
  photos: v.array(ExportedPhoto),
  /** Null for spots that no other site shares. */
  origin: v.nullish(ExportedOrigin, null),
  /** Null for spots that their author wrote. */
  source: v.nullish(ExportedSource, null),
  /** The file from which the viewer imported the spot. Only its author reads it. */
  file: v.nullish(v.object({ name: v.string() }), null),
  /** The note on the spot in its list. */
  note: v.optional(v.string(), ''),
})

export type ExportedSpot = v.InferOutput<typeof ExportedSpot>

/** The metadata of a file: its title, and the site with the pages of its spots. */
export interface ExportHead {
  title: string
  siteName: string
  siteUrl: string
}

/** Returns the page of a spot. */
export function toSpotAddress({ id }: Pick<ExportedSpot, 'id'>, { siteUrl }: ExportHead): string {
  return `${siteUrl}/spot/${id}`
}

/** The origin of a spot: another site that shares it, or the source of an import. */
export interface SpotProvenance {
  name: string
  author: string | null
  /** Its page there, if it has one. */
  url: string | null
  license: { name: string; url: string | null }
}

/** Returns where a spot comes from. Null for spots that members of this site wrote. */
export function findProvenance({ origin, source }: Partial<ExportedSpot>): SpotProvenance | null {
  const from = origin ?? source
  if (!from) return null
  const { author, url, license_name, license_url } = from
  const name = 'site' in from ? from.site.origin_name : from.name
  return { name, author, url, license: { name: license_name, url: license_url } }
}

/** Returns the author of a spot for its attribution. Null if the viewer may not see the author. */
export function getAuthorName(spot: Pick<ExportedSpot, 'author'> & Partial<ExportedSpot>): string | null {
  return findProvenance(spot)?.author ?? spot.author?.username ?? spot.author?.name ?? null
}

/** Returns the name of the licence of a spot: the site's, or that of its source. */
export function getLicenseName(spot: Partial<ExportedSpot>): string {
  return findProvenance(spot)?.license.name ?? LICENSE.name
}

/** Returns the page of a spot at its source, or else on this site. */
export function toSourceAddress(spot: ExportedSpot, head: ExportHead): string {
  return findProvenance(spot)?.url ?? toSpotAddress(spot, head)
}

/**
 * Renders the origin of a spot and the licence under which it may be used: "mara, Hereabouts, CC BY-SA 4.0,
 * https://…". The import reads it again: `readAttribution`.
 */
export function describeOrigin(spot: ExportedSpot, head: ExportHead): string {
  const author = getAuthorName(spot)
  const site = findProvenance(spot)?.name ?? head.siteName
  return `${author ? `${author}, ` : ''}${site}, ${getLicenseName(spot)}, ${toSourceAddress(spot, head)}`
}

/** Lists the URLs of a spot's photos, in their order. */
export function listPhotoAddresses({ photos }: ExportedSpot, { siteUrl }: ExportHead): string[] {
  return sortPhotos(photos).map(({ id, width }) => `${siteUrl}/photo/${id}/${Math.min(width, LARGEST_PHOTO)}.webp`)
}

const LARGEST_PHOTO = 1920

/** Sorts photos as the page of their spot shows them. */
export function sortPhotos<Photo extends Pick<ExportedSpot['photos'][number], 'position' | 'created_at'>>(
  photos: Photo[],
): Photo[] {
  return photos.toSorted((a, b) => a.position - b.position || a.created_at.localeCompare(b.created_at))
}
