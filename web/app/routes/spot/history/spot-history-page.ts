import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { PhotoSummary } from '#app/features/media/photo-summary.ts'
import { SpotChanges } from '#app/features/spots/differences/spot-changes.ts'
import { isStorable } from '#app/lib/is-storable.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'

const Revision = v.object({
  id: v.number(),
  author: v.nullable(MemberSummary),
  suggested_by: v.nullable(MemberSummary),
  created_at: v.string(),
  changes: SpotChanges,
  restores: v.nullable(v.number()),
})

const HistoryPage = v.object({
  spot: v.object({
    id: v.string(),
    title: v.string(),
    status: v.string(),
    visibility: v.string(),
    /** The position after the newest of the changes. */
    lng: v.number(),
    lat: v.number(),
    created_at: v.string(),
  }),
  author: v.nullable(MemberSummary),
  is_own: v.boolean(),
  may_restore: v.boolean(),
  count: v.number(),
  changes: v.array(Revision),
  has_earlier: v.boolean(),
  photos: v.record(v.string(), PhotoSummary),
  /** Photos that moderators removed and the viewer may restore. */
  restorable_photos: v.array(v.string()),
})

export type Revision = v.InferOutput<typeof Revision>
export type HistoryPage = v.InferOutput<typeof HistoryPage>

/** Returns the 50 newest changes of a spot, or those before a revision, or null if the viewer may not see the spot. */
export async function findHistoryPage(
  supabase: Supabase,
  { id, linkSecret, before }: { id: string; linkSecret: string | null; before: number | null },
): Promise<HistoryPage | null> {
  if (!isStorable(id + (linkSecret ?? ''))) return null
  const page = findData(
    await supabase.rpc('spot_history_page', {
      id,
      ...(linkSecret && { link_secret: linkSecret }),
      ...(before !== null && { before_id: before }),
    }),
  )
  return page === null ? null : v.parse(HistoryPage, page)
}
