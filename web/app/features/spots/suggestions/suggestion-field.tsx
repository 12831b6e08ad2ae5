import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { href } from 'react-router'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { SpotDifferenceView } from '#app/features/spots/differences/spot-difference.tsx'
import type { SpotDifference } from '#app/features/spots/differences/spot-differences.server.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Moment } from '#app/ui/display/moment.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { OtherSuggestion } from './other-suggestions.server.ts'
import type { Suggestion } from './suggestions-page.ts'

/** The suggested change of one field, with Accept and Decline. */
export function SuggestionField({
  difference,
  verdict,
  late,
  others,
  spotId,
  mayDecide,
  level: Heading,
}: {
  difference: SpotDifference
  verdict: 'accept' | 'decline' | undefined
  /** The member who changed the field after the suggestion was sent. */
  late: Suggestion['later'][string] | undefined
  others: OtherSuggestion[]
  spotId: string
  mayDecide: boolean
  level: 'h2' | 'h3'
}) {
  const { field, label } = difference
  return (
    <div className="suggestion-field">
      <Heading className="difference-label">{label}</Heading>
      <div className="suggestion-difference">
        <SpotDifferenceView difference={difference} />
        {late && (
          <p className="text-small text-ink-2">
            <bdi>{getMemberName(late.author)}</bdi> changed {label} on <Moment at={late.created_at} separator=" at " />.
            Compared with that version.
          </p>
        )}
        {others.map((other) => (
          <Other key={other.id} other={other} spotId={spotId} isSame={isSameDifference(other.difference, difference)} />
        ))}
      </div>
      <div className="suggestion-verdict">
        {verdict && <Verdict verdict={verdict} />}
        {mayDecide && verdict && (
          <button type="submit" name="undo" value={field} className="link">
            Undo<span className="sr-only"> the decision on {label}</span>
          </button>
        )}
        {mayDecide && !verdict && (
          <>
            <Button type="submit" name="accept" value={field}>
              Accept<span className="sr-only"> {label}</span>
            </Button>
            <button type="submit" name="decline" value={field} className="link">
              Decline<span className="sr-only"> {label}</span>
            </button>
          </>
        )}
      </div>
    </div>
  )
}

function Other({ other, spotId, isSame }: { other: OtherSuggestion; spotId: string; isSame: boolean }) {
  return (
    <div className="suggestion-other">
      <p className="text-small">
        <TextLink to={href('/spot/:id/suggestions/:number?', { id: spotId, number: String(other.id) })}>
          <bdi>{other.name}</bdi> suggests {isSame ? 'the same' : 'something else'}
        </TextLink>
      </p>
      {!isSame && <SpotDifferenceView difference={other.difference} isCompact />}
    </div>
  )
}

/** Returns true if two open suggestions change a field to the same value. Both are compared with its current value. */
function isSameDifference(one: SpotDifference, other: SpotDifference): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function Verdict({ verdict }: { verdict: 'accept' | 'decline' }) {
  const isAccepted = verdict === 'accept'
  return (
    <span className={isAccepted ? 'suggestion-accepted' : 'suggestion-declined'}>
      {isAccepted ? <Check size={18} aria-hidden="true" /> : <X size={18} aria-hidden="true" />}
      {isAccepted ? 'Accepted' : 'Declined'}
    </span>
  )
}
