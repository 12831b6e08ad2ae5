import { href } from 'react-router'
import { BEST_LOVED_NOTE } from '#app/features/explore/best-loved-note.ts'
import { SpotLedgerRow } from '#app/features/spots/cards/spot-ledger-row.tsx'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { Section } from '#app/ui/layout/section.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

const SHOWN = 8

/** The best-rated spots as a ranked list. */
export function BestLoved({ spots }: { spots: SpotSummary[] }) {
  if (spots.length === 0) {
    return (
      <Section title="Best loved">
        <p className="text-ink-2">Nothing is rated yet.</p>
      </Section>
    )
  }
  return (
    <Section
      title="Best loved"
      more={<TextLink to={{ pathname: href('/explore'), search: '?sort=best' }}>Full list</TextLink>}
    >
      <p className="mb-2 text-small text-ink-2">{BEST_LOVED_NOTE}</p>
      <ol className="ledger">
        {spots.slice(0, SHOWN).map((spot, index) => (
          <SpotLedgerRow key={spot.id} spot={spot} rank={index + 1} />
        ))}
      </ol>
    </Section>
  )
}
