import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { SUGGESTION_KINDS } from '#app/features/spots/differences/describe-suggestion.ts'
import { SpotChanges } from '#app/features/spots/differences/spot-changes.ts'
import { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { isTimestamp } from '#app/lib/is-timestamp.ts'
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

/** The number of suggestions that `suggestion_queue` returns. */
export const SUGGESTIONS_PER_PAGE = 50

/** The last suggestion of the page before, from the query. */
const Start = v.object({
  at: v.pipe(v.string(), v.check(isTimestamp)),
  id: v.pipe(v.string(), v.digits(), v.maxLength(15), v.transform(Number)),
})

/** Returns the 50 oldest suggestions without an author to decide on them, after the one in the query. */
export async function readSuggestionQueue(supabase: Supabase, query: URLSearchParams): Promise<SuggestionQueue> {
  const start = v.safeParse(Start, Object.fromEntries(query))
  const after = start.success ? { after_created_at: start.output.at, after_id: start.output.id } : {}
  return v.parse(SuggestionQueue, takeData(await supabase.rpc('suggestion_queue', after)))
}
