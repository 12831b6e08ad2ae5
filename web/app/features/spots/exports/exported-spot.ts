import * as v from 'valibot'
import { categoryIds } from '#app/features/categories/categories.ts'

/**
 * The columns of table spots that are exported. The point is the public one, which is rounded for spots shown as an
 * area.
 */
export const EXPORTED_COLUMNS =
  'id, title, category, tags, description, lng, lat, precision, country_code, address, website, access, status, rating_average, review_count, created_at, updated_at, confirmed_at'

/** A spot as exports contain it. */
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
  confirmed_at: v.nullable(v.string()),
})

export type ExportedSpot = v.InferOutput<typeof ExportedSpot>

/** The metadata of a file: its title, and the site with the pages of its spots. */
export interface ExportHead {
  title: string
  siteName: string
  siteUrl: string
}
