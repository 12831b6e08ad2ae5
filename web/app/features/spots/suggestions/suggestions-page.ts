import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { SUGGESTION_KINDS } from '#app/features/spots/differences/describe-suggestion.ts'
import { SpotChanges } from '#app/features/spots/differences/spot-changes.ts'
import { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { isStorable } from '#app/lib/is-storable.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'

const LateChange = v.object({ author: v.nullable(MemberSummary), created_at: v.string() })
const Decision = v.object({ verdict: v.picklist(['accept', 'decline']) })

const Suggestion = v.object({
  id: v.number(),
  kind: v.picklist(SUGGESTION_KINDS),
  changes: SpotChanges,
  reason: v.string(),
  status: v.picklist(['open', 'accepted', 'declined']),
  decisions: v.record(v.string(), Decision),
  answer: v.string(),
  created_at: v.string(),
  decided_at: v.nullable(v.string()),
  decided_by: v.nullable(MemberSummary),
  author: v.nullable(MemberSummary),
  record: v.object({ accepted: v.number(), declined: v.number() }),
  is_own: v.boolean(),
  duplicate_of: v.nullable(SpotSummary),
  later: v.record(v.string(), LateChange),
})

const SuggestionsPage = v.object({
  /** The columns of the spot as they are now. */
  spot: v.looseObject({ ...SpotSummary.entries, description: v.string() }),
  author: v.nullable(MemberSummary),
  may_decide: v.boolean(),
  is_moderator: v.boolean(),
  suggestions: v.array(Suggestion),
})

export type Suggestion = v.InferOutput<typeof Suggestion>
export type SuggestionsPage = v.InferOutput<typeof SuggestionsPage>

/**
 * Returns the open suggestions for a spot that the viewer may read, and the requested one even if it is decided.
 * Returns null if the viewer may not see the spot.
 */
export async function findSuggestionsPage(
  supabase: Supabase,
  spotId: string,
  suggestionId: number | null,
): Promise<SuggestionsPage | null> {
  if (!isStorable(spotId)) return null
  const asked = { spot_id: spotId, ...(suggestionId !== null && { suggestion_id: suggestionId }) }
  const page = findData(await supabase.rpc('spot_suggestions', asked))
  return page === null ? null : v.parse(SuggestionsPage, page)
}

/**
 * Returns the changes of a suggestion. Those of an open suggestion start from the current values of the spot, those of
 * a decided one from the values at its decision.
 */
export function findCurrentChanges({ spot }: SuggestionsPage, { changes, status }: Suggestion): SpotChanges {
  if (status !== 'open') return changes
  const now: Record<string, unknown> = spot
  return Object.fromEntries(Object.entries(changes).map(([column, { to }]) => [column, { from: now[column], to }]))
}
