import { href } from 'react-router'
import { SpotCard } from '#app/features/spots/cards/spot-card.tsx'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { EmptyState } from '#app/ui/feedback/empty-state.tsx'
import { Section } from '#app/ui/layout/section.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

const SHOWN = 5

/** The latest spots by members: one large, four small. */
export function NewestSpots({ spots, isMapEmpty }: { spots: SpotSummary[]; isMapEmpty: boolean }) {
  const more = spots.length > 0 && (
    <TextLink to={{ pathname: href('/explore'), search: '?sort=newest' }}>All new spots</TextLink>
  )
  return (
    <Section title="New on the map" more={more}>
      {spots.length === 0 ? (
        <EmptyState
          title={isMapEmpty ? 'No spots yet' : 'No member has marked a spot yet'}
          actions={<LinkButton to={href('/submit')}>Add the first spot</LinkButton>}
        >
          {isMapEmpty ? 'The map is empty. ' : 'The spots on the map were imported. '}
          It takes about three minutes to mark a place.
        </EmptyState>
      ) : (
        <ul className="home-newest">
          {spots.slice(0, SHOWN).map((spot, index) => (
            <SpotCard key={spot.id} spot={spot} tall={index === 0} />
          ))}
        </ul>
      )}
    </Section>
  )
}
