import ChevronLeft from 'lucide-react/icons/chevron-left'
import { href } from 'react-router'
import { CategoryLabel } from '#app/features/categories/category-label.tsx'
import { placeOf, spotUrl } from '#app/features/spots/spot-url.ts'
import { SuggestionView } from '#app/features/spots/suggestions/suggestion-view.tsx'
import { formatNumber } from '#app/lib/format/numbers.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { findOpenedSuggestion } from './find-opened-suggestion.server.ts'

const QUEUE = href('/account/moderation/suggestions')

interface OpenedProps {
  opened: NonNullable<Awaited<ReturnType<typeof findOpenedSuggestion>>>
  count: number
  place: number
  previous: number | null
  next: number | null
  error: string | undefined
}

/** One suggestion with its differences, and the same decisions as its author has. */
export function OpenedSuggestion({ opened, count, place, previous, next, error }: OpenedProps) {
  const { page, suggestion } = opened
  const { spot } = page
  return (
    <>
      <div className="desk-step">
        <SafeLink to={QUEUE} className="desk-back">
          <ChevronLeft size={18} aria-hidden="true" /> Queue
        </SafeLink>
        <span>{place >= 0 && `${formatNumber(place + 1)} of ${formatNumber(count)}`}</span>
        {previous !== null && (
          <SafeLink to={`${QUEUE}?item=${previous}`} data-desk-key="k" className="link">
            Previous
          </SafeLink>
        )}
        {next !== null && next !== previous && (
          <SafeLink to={`${QUEUE}?item=${next}`} data-desk-key="j" className="link">
            Next
          </SafeLink>
        )}
      </div>
      <div className="desk-preview desk-suggestion">
        <p className="desk-spot-line">
          <CategoryLabel category={spot.category} />
          <TextLink to={spotUrl(spot)} dir="auto">
            {spot.title}
          </TextLink>
          <bdi>{placeOf(spot)}</bdi>
        </p>
        <SuggestionView
          {...opened}
          error={error}
          desk={{
            mergeTo: `${QUEUE}?item=${suggestion.id}&merge=${suggestion.duplicate_of?.id ?? ''}`,
            fields: (
              <>
                <input type="hidden" name="intent" value="suggestion" />
                <input type="hidden" name="spot" value={spot.id} />
                <input type="hidden" name="item" value={suggestion.id} />
                <input type="hidden" name="next" value={next ?? ''} />
              </>
            ),
          }}
        />
      </div>
    </>
  )
}
