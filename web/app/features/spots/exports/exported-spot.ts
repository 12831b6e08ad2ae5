import * as v from 'valibot'
import { categoryIds } from '#app/features/categories/categories.ts'

/** The licence of everything that members share. */
export const LICENSE = { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' } as const

/**
 * The columns of table spots that are exported. The point is the public one, which is rounded for spots shown as an
 * area.
 */
export const EXPORTED_COLUMNS =
  'id, title, category, tags, description, lng, lat, precision, country_code, address, website, access, status, rating_average, review_count, created_at, updated_at, published_at, confirmed_at, author:profiles!spots_author_id_fkey(username, name), city:cities(name), photos!photos_spot_id_fkey(id, width, position, created_at), origin:bundle_spots(url, author, license_name, license_url, site:bundle_subscriptions(origin_name))'

const ExportedPhoto = v.object({ id: v.string(), width: v.number(), position: v.number(), created_at: v.string() })

/** The origin of a spot that another site shares. */
const ExportedOrigin = v.object({
  url: v.string(),
  author: v.nullable(v.string()),
  license_name: v.string(),
  license_url: v.string(),
  site: v.object({ origin_name: v.string() }),
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
  /** Null for spots that were added on this site. */
  origin: v.nullish(ExportedOrigin, null),
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

/** Returns the author of a spot for its attribution. Null if the viewer may not see the author. */
export function nameAuthor({ author, origin }: Pick<ExportedSpot, 'author'> & Partial<ExportedSpot>): string | null {
  return origin?.author ?? author?.username ?? author?.name ?? null
}

/** Returns the name of the licence of a spot: the site's, or that of the site it comes from. */
export function nameLicense({ origin }: Pick<ExportedSpot, 'origin'>): string {
  return origin?.license_name ?? LICENSE.name
}

/** Returns the page of a spot on the site that it comes from, or else on this one. */
export function toSourceAddress(spot: ExportedSpot, head: ExportHead): string {
  return spot.origin?.url ?? toSpotAddress(spot, head)
}

/** Renders the origin of a spot and the licence under which it may be used. */
export function describeOrigin(spot: ExportedSpot, head: ExportHead): string {
  const author = nameAuthor(spot)
  const site = spot.origin?.site.origin_name ?? head.siteName
  return `${author ? `${author}, ` : ''}${site}, ${nameLicense(spot)}, ${toSourceAddress(spot, head)}`
}

/** Lists the addresses of the photos of a spot, in their order. */
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
