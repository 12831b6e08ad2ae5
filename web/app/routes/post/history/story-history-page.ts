import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { isStorable } from '#app/lib/is-storable.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'

const Change = v.object({ from: v.unknown(), to: v.unknown() })

const StoryRevision = v.object({
  id: v.number(),
  author: v.nullable(MemberSummary),
  created_at: v.string(),
  restores: v.nullable(v.number()),
  changes: v.record(v.string(), Change),
})

/** The data of `/post/{slug}/history`: `story_history()` in the database. */
const StoryHistoryPage = v.object({
  slug: v.string(),
  title: v.string(),
  is_own: v.boolean(),
  may_restore: v.boolean(),
  changes: v.array(StoryRevision),
  has_more: v.boolean(),
})

export type StoryHistoryPage = v.InferOutput<typeof StoryHistoryPage>
export type StoryRevision = v.InferOutput<typeof StoryRevision>

/** Returns the newest changes of a story, or those before one; null if the viewer may not see the story. */
export async function findStoryHistory(
  supabase: Supabase,
  { address, before }: { address: string; before: number | null },
): Promise<StoryHistoryPage | null> {
  if (!isStorable(address)) return null
  const response = await supabase.rpc('story_history', { address, ...(before !== null && { before }) })
  const page = findData(response)
  return page === null ? null : v.parse(StoryHistoryPage, page)
}
