import { getMemberName } from '#app/features/account/members/member-name.ts'
import { listSpotDifferences, type SpotDifference } from '#app/features/spots/differences/spot-differences.server.ts'
import { findCurrentChanges, type Suggestion, type SuggestionsPage } from './suggestions-page.ts'

/** The change of a field in another open suggestion. */
export interface OtherSuggestion {
  id: number
  name: string
  difference: SpotDifference
}

/** Lists what other open suggestions change in the fields of this one. */
export async function listOtherSuggestions(page: SuggestionsPage, shown: Suggestion): Promise<OtherSuggestion[]> {
  if (shown.status !== 'open') return []
  const rivals = page.suggestions.filter(
    ({ id, status, kind }) => id !== shown.id && status === 'open' && kind !== 'duplicate',
  )
  const lists = await Promise.all(
    rivals.map(async (rival): Promise<OtherSuggestion[]> => {
      const changes = findCurrentChanges(page, rival)
      const same = Object.fromEntries(Object.entries(changes).filter(([column]) => column in shown.changes))
      const differences = await listSpotDifferences(same, page.spot)
      return differences.map((difference) => ({ id: rival.id, name: getMemberName(rival.author), difference }))
    }),
  )
  return lists.flat()
}
