import { href } from 'react-router'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { SpotPicture } from '#app/features/spots/cards/spot-picture.tsx'
import { describeSuggestion } from '#app/features/spots/differences/describe-suggestion.ts'
import { formatAge } from '#app/lib/format/dates.ts'
import { formatNumber } from '#app/lib/format/numbers.ts'
import { ListRow } from '#app/ui/layout/list-row.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { SUGGESTIONS_PER_PAGE, type SuggestionQueue } from './suggestion-queue.ts'

const QUEUE = href('/account/moderation/suggestions')

/** The suggestions that no author decides, oldest first. */
export function SuggestionsList({
  suggestions,
  count,
  openedId,
  now,
}: {
  suggestions: SuggestionQueue['suggestions']
  count: number
  openedId: number | undefined
  now: string
}) {
  const last = suggestions.at(-1)
  return (
    <>
      <div className="desk-queue-head">
        <h2 className="desk-queue-title">{formatNumber(count)} waiting</h2>
        <span className="desk-note">Oldest first</span>
      </div>
      <ul>
        {suggestions.map((suggestion) => (
          <ListRow
            key={suggestion.id}
            to={`${QUEUE}?item=${suggestion.id}`}
            title={suggestion.spot.title}
            selected={suggestion.id === openedId}
            picture={<SpotPicture spot={suggestion.spot} format="thumb" sizes="56px" />}
          >
            <p className="desk-row-line">
              <span>
                {describeSuggestion(suggestion)}, by <bdi>{getMemberName(suggestion.author)}</bdi>
              </span>
              <span>{formatAge(suggestion.created_at, new Date(now))}</span>
            </p>
          </ListRow>
        ))}
      </ul>
      {last && suggestions.length === SUGGESTIONS_PER_PAGE && (
        <TextLink to={`?${new URLSearchParams({ at: last.created_at, id: String(last.id) })}`}>Show more</TextLink>
      )}
    </>
  )
}
