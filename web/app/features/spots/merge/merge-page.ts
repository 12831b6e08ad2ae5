import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { isStorable } from '#app/lib/is-storable.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'

const MergedSpot = v.object({
  ...SpotSummary.entries,
  description: v.string(),
  address: v.nullable(v.string()),
  website: v.nullable(v.string()),
  access: v.string(),
  author: v.nullable(MemberSummary),
})

const MergePage = v.object({
  spot: MergedSpot,
  other: v.nullable(MergedSpot),
  near: v.array(v.object({ ...SpotSummary.entries, distance_meters: v.number() })),
  merges: v.array(
    v.object({
      id: v.number(),
      merged_id: v.string(),
      title: v.string(),
      created_at: v.string(),
      author: v.nullable(MemberSummary),
    }),
  ),
})

export type MergedSpot = v.InferOutput<typeof MergedSpot>
export type MergePage = v.InferOutput<typeof MergePage>

/** Returns two spots to compare, possible duplicates and merges that can be undone. Null if there is no such spot. */
export async function findMergePage(supabase: Supabase, id: string, otherId: string | null): Promise<MergePage | null> {
  if (!isStorable(id + (otherId ?? ''))) return null
  const page = findData(await supabase.rpc('merge_page', { id, ...(otherId && { other_id: otherId }) }))
  return page === null ? null : v.parse(MergePage, page)
}

/** The fields that moderators choose from either spot, in the order of the form. */
export const MERGED_FIELDS = [
  'title',
  'category',
  'position',
  'cover_photo_id',
  'description',
  'tags',
  'address',
  'website',
  'access',
] as const

export type MergedField = (typeof MERGED_FIELDS)[number]

const SPOT_ID = /(?:\/spot\/|^)([a-z0-9]{8,24})(?:$|[/?#])/

/** Returns the id in the link of a spot, or null. */
export function findSpotId(link: string): string | null {
  return SPOT_ID.exec(link)?.[1] ?? null
}
