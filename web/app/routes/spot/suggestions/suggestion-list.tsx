import { href } from 'react-router'
import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { describeSuggestion } from '#app/features/spots/differences/describe-suggestion.ts'
import type { SuggestionsPage } from '#app/features/spots/suggestions/suggestions-page.ts'
import { formatAgo } from '#app/lib/format/dates.ts'
import { capitalize, writeNumber } from '#app/lib/format/number-words.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

/** The open suggestions for a spot, oldest first. */
export function SuggestionList({ page: { spot, suggestions } }: { page: SuggestionsPage }) {
  const count = suggestions.length
  return (
    <>
      <h1 className="title text-h1">
        {count === 0 ? 'No open suggestions' : `${capitalize(writeNumber(count))} suggestions`}
      </h1>
      {count === 0 && (
        <p className="mt-4">
          Accepted ones are in <TextLink to={href('/spot/:id/history', { id: spot.id })}>the history</TextLink> of the
          spot.
        </p>
      )}
      <ul className="suggestion-list">
        {suggestions.map((suggestion) => (
          <li key={suggestion.id}>
            <SafeLink
              className="suggestion-link"
              to={href('/spot/:id/suggestions/:number?', { id: spot.id, number: String(suggestion.id) })}
            >
              <MemberAvatar id={suggestion.author?.id ?? null} url={suggestion.author?.avatar_url ?? null} size={44} />
              <span className="suggestion-words">
                <b dir="auto">{getMemberName(suggestion.author)}</b>
                <span>{describeSuggestion(suggestion)}</span>
              </span>
              <time dateTime={suggestion.created_at} className="text-ink-2">
                {formatAgo(suggestion.created_at)}
              </time>
            </SafeLink>
          </li>
        ))}
      </ul>
    </>
  )
}
