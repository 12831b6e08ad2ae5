import * as v from 'valibot'
import { categoryIds } from '#app/features/categories/categories.ts'
import { PhotoSummary } from '#app/features/media/photo-summary.ts'

export const Visibility = v.picklist(['public', 'members', 'link', 'private'])
export const PublicationStatus = v.picklist(['draft', 'pending', 'published', 'closed', 'removed'])

export type Visibility = v.InferOutput<typeof Visibility>
export type PublicationStatus = v.InferOutput<typeof PublicationStatus>

/** A spot as cards and lists show it: `private.spot_card` of the database. Degrees WGS 84, times ISO 8601. */
export const SpotSummary = v.object({
  id: v.string(),
  slug: v.string(),
  title: v.string(),
  category: v.picklist(categoryIds),
  tags: v.array(v.string()),
  excerpt: v.string(),
  lng: v.number(),
  lat: v.number(),
  precision: v.picklist(['exact', 'area']),
  country_code: v.nullable(v.string()),
  visibility: Visibility,
  status: PublicationStatus,
  author_id: v.nullable(v.string()),
  rating_average: v.nullable(v.number()),
  review_count: v.number(),
  photo_count: v.number(),
  comment_count: v.number(),
  save_count: v.number(),
  been_count: v.number(),
  published_at: v.nullable(v.string()),
  created_at: v.string(),
  updated_at: v.string(),
  city: v.nullable(
    v.object({ slug: v.string(), name: v.string(), country_code: v.string(), country_name: v.string() }),
  ),
  cover: v.nullable(PhotoSummary),
  /** The name of the site that shares it. Null for spots of this site. */
  origin: v.nullish(v.string(), null),
})

export type SpotSummary = v.InferOutput<typeof SpotSummary>
