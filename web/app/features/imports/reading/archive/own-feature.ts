import * as v from 'valibot'
import type { ArchivedDetails } from '../read-place.ts'
import { ArchiveDate } from './archive-date.ts'

const Text = v.fallback(v.string(), '')
const Visibility = v.fallback(v.optional(v.picklist(['public', 'members', 'link', 'private'])), undefined)
const Tags = v.fallback(v.array(v.string()), [])

/** A spot as the files of a Hereabouts archive describe it. */
export const Feature = v.object({
  id: v.string(),
  geometry: v.object({ coordinates: v.tuple([v.number(), v.number()]) }),
  properties: v.object({
    ...{ title: Text, category: Text, tags: Tags, description: Text, list: Text, source_name: Text },
    ...{ address: v.nullish(v.string()), website: v.nullish(v.string()), note: v.optional(v.string()) },
    attribution: Text,
    visibility: Visibility,
    ...{ created_at: ArchiveDate, published_at: ArchiveDate, confirmed_at: ArchiveDate, added_at: ArchiveDate },
    status: v.fallback(v.optional(v.picklist(['draft', 'pending', 'published', 'closed', 'removed'])), undefined),
    precision: v.fallback(v.optional(v.picklist(['exact', 'area'])), undefined),
    access: v.fallback(v.optional(v.picklist(['free', 'fee', 'customers', 'permit', 'unknown'])), undefined),
    went_on: v.fallback(v.nullish(v.pipe(v.string(), v.isoDate())), undefined),
    review: v.fallback(
      v.optional(
        v.object({
          rating: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)),
          body: Text,
          created_at: ArchiveDate,
        }),
      ),
      undefined,
    ),
    photo_files: v.fallback(
      v.optional(v.array(v.object({ file: v.string(), is_cover: v.optional(v.boolean(), false) }))),
      undefined,
    ),
  }),
})
export type Feature = v.InferOutput<typeof Feature>

type Dates = Pick<ArchivedDetails, 'created_at' | 'published_at' | 'confirmed_at'>

/** Returns the dates that a feature names. */
export function pickDates({
  created_at,
  published_at,
  confirmed_at,
}: { [Name in keyof Dates]: Dates[Name] | undefined }): Dates {
  return {
    ...(created_at && { created_at }),
    ...(published_at && { published_at }),
    ...(confirmed_at && { confirmed_at }),
  }
}
