import * as v from 'valibot'
import { isCategoryId } from '#app/features/categories/categories.ts'

/** The maximum number of spots in a bundle. */
export const MAX_BUNDLED_SPOTS = 10_000
/** The maximum size of a bundle in bytes. */
export const MAX_BUNDLE_BYTES = 16 * 1024 * 1024
/** The maximum number of photos of a spot that are copied. */
export const MAX_BUNDLE_PHOTOS = 12
/** The maximum size of a copied photo in bytes. */
export const MAX_BUNDLE_PHOTO_BYTES = 10 * 1024 * 1024

const line = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most))
const webAddress = (most: number) => v.pipe(v.string(), v.maxLength(most), v.regex(/^https?:\/\/\S+$/i), v.url())
const License = v.object({ name: line(100), url: webAddress(500) })

/** The first line of a bundle. */
export const BundleHead = v.object({
  bundle: v.literal(1),
  address: webAddress(500),
  title: line(200),
  origin: v.object({ name: line(100), url: webAddress(500) }),
  license: License,
})
export type BundleHead = v.InferOutput<typeof BundleHead>

/** A spot in a bundle, with its provenance. */
export const BundleSpot = v.object({
  id: line(100),
  url: webAddress(700),
  title: line(200),
  category: v.pipe(v.string(), v.check(isCategoryId, 'unknown category')),
  tags: v.pipe(v.array(v.pipe(v.string(), v.regex(/^\S(.{0,30}\S)?$/), v.toLowerCase())), v.maxLength(12)),
  description: v.pipe(v.string(), v.maxLength(10_000)),
  lng: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  lat: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  precision: v.picklist(['exact', 'area']),
  address: v.nullable(line(300)),
  website: v.nullable(webAddress(2000)),
  access: v.picklist(['free', 'fee', 'customers', 'permit', 'unknown']),
  status: v.picklist(['published', 'closed']),
  author: v.nullable(line(200)),
  license: License,
  photos: v.pipe(v.array(webAddress(700)), v.maxLength(200)),
})
export type BundleSpot = v.InferOutput<typeof BundleSpot>

/** The last line of a bundle. `sha256` is the digest of all lines before. */
export const BundleEnd = v.object({
  end: v.object({ spots: v.number(), sha256: v.string(), signature: v.string() }),
})
