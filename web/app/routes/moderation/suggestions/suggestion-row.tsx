import { href } from 'react-router'
import { nameMember } from '#app/features/account/members/member-name.ts'
import { describeSuggestion } from '#app/features/spots/differences/describe-suggestion.ts'
import { placeOf } from '#app/features/spots/spot-url.ts'
import { formatAgo } from '#app/lib/format/dates.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import type { SuggestionQueue } from './suggestion-queue.ts'

/** A suggestion that waits, as a link to its difference. */
export function SuggestionRow({ suggestion }: { suggestion: SuggestionQueue['suggestions'][number] }) {
  const { id, spot, author, reason, created_at } = suggestion
  const place = placeOf(spot)
  return (
    <li>
      <SafeLink
        className="waiting-suggestion"
        to={href('/spot/:id/suggestions/:number?', { id: spot.id, number: String(id) })}
      >
        <span className="waiting-suggestion-words">
          <b dir="auto">{spot.title}</b>
          <span>
            {describeSuggestion(suggestion)}, by <bdi>{nameMember(author)}</bdi>
            {place && (
              <>
                {' '}
                · <bdi>{place}</bdi>
              </>
            )}
          </span>
          {reason && (
            <span className="text-ink-2" dir="auto">
              “{reason}”
            </span>
          )}
        </span>
        <time dateTime={created_at} className="text-ink-2">
          {formatAgo(created_at)}
        </time>
      </SafeLink>
    </li>
  )
}
