import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { SUGGESTION_KINDS } from '#app/features/spots/differences/describe-suggestion.ts'
import { SpotChanges } from '#app/features/spots/differences/spot-changes.ts'
import { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'

const SuggestionQueue = v.object({
  count: v.number(),
  suggestions: v.array(
    v.object({
      id: v.number(),
      kind: v.picklist(SUGGESTION_KINDS),
      changes: SpotChanges,
      reason: v.string(),
      created_at: v.string(),
      author: v.nullable(MemberSummary),
      spot: SpotSummary,
    }),
  ),
})

export type SuggestionQueue = v.InferOutput<typeof SuggestionQueue>

/** Returns the 50 oldest suggestions that no author decides, after the given one. */
export async function readSuggestionQueue(
  supabase: Supabase,
  after: { at: string; id: number } | undefined,
): Promise<SuggestionQueue> {
  const start = after ? { after_created_at: after.at, after_id: after.id } : {}
  return v.parse(SuggestionQueue, takeData(await supabase.rpc('suggestion_queue', start)))
}
