import { listSpotDifferences } from '#app/features/spots/differences/spot-differences.server.ts'
import { listOtherSuggestions } from '#app/features/spots/suggestions/other-suggestions.server.ts'
import { findCurrentChanges, findSuggestionsPage } from '#app/features/spots/suggestions/suggestions-page.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import type { SuggestionQueue } from './suggestion-queue.ts'

/**
 * Returns the suggestion that the URL names, or else the first of the queue, with its differences. Null if there is
 * none.
 */
export async function findOpenedSuggestion(
  supabase: Supabase,
  queue: SuggestionQueue['suggestions'],
  item: number | undefined,
) {
  const id = item ?? queue[0]?.id
  if (id === undefined) return null
  const spotId = queue.find((row) => row.id === id)?.spot.id ?? (await findSpotOf(supabase, id))
  const page = spotId === undefined ? null : await findSuggestionsPage(supabase, spotId, id)
  const suggestion = page?.suggestions.find((row) => row.id === id)
  if (!page || !suggestion) return null
  const [differences, others] = await Promise.all([
    listSpotDifferences(findCurrentChanges(page, suggestion), page.spot),
    listOtherSuggestions(page, suggestion),
  ])
  return { page, suggestion, differences, others }
}

/** Returns the spot of a suggestion. One that has been decided in the meantime is no longer in the queue. */
async function findSpotOf(supabase: Supabase, id: number): Promise<string | undefined> {
  return findData(await supabase.from('suggestions').select('spot_id').eq('id', id).maybeSingle())?.spot_id
}
