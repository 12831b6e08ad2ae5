import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { ListKind } from '#app/features/lists/list-kind.ts'
import { SpotSummary, Visibility } from '#app/features/spots/spot-summary.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'

const OwnList = v.object({
  id: v.string(),
  kind: ListKind,
  title: v.string(),
  visibility: Visibility,
  updated_at: v.string(),
  item_count: v.number(),
  /** The owner of a list of someone else. */
  author: v.nullable(MemberSummary),
  is_shared: v.boolean(),
  /** The cover comes first. */
  covers: v.array(SpotSummary),
})

export type OwnList = v.InferOutput<typeof OwnList>

/** Returns the member's own lists and those they collaborate on. */
export async function listOwnLists(supabase: Supabase): Promise<OwnList[]> {
  return v.parse(v.array(OwnList), takeData(await supabase.rpc('own_lists')))
}
