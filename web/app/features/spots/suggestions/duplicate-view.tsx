import { href } from 'react-router'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { KeyHint } from '#app/ui/display/key-hint.tsx'
import { TextAreaField } from '#app/ui/forms/text/text-area-field.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { Suggestion, SuggestionsPage } from './suggestions-page.ts'

/** A reported duplicate. Moderators merge the two spots or decline. */
export function DuplicateView({
  page,
  suggestion,
  mergeTo,
}: {
  page: SuggestionsPage
  suggestion: Suggestion
  /** The URL at which moderators merge them. */
  mergeTo: string | undefined
}) {
  const other = suggestion.duplicate_of
  return (
    <>
      <p className="suggestion-duplicate">
        {other ? (
          <TextLink to={spotUrl(other)} dir="auto">
            {other.title}
          </TextLink>
        ) : (
          'The other spot'
        )}{' '}
        shows the same place as <bdi>{page.spot.title}</bdi>.
      </p>
      {page.is_moderator && suggestion.status === 'open' && (
        <>
          <TextAreaField
            label="Answer"
            optional
            name="answer"
            rows={2}
            maxLength={CONTENT_LIMITS['suggestions.answer']}
          />
          <div className="suggestion-bar">
            <p>The sender is notified of the outcome.</p>
            <Button type="submit" name="decline" value="duplicate" data-desk-key="r">
              They are two places{mergeTo && <KeyHint name="R" />}
            </Button>
            {other && (
              <LinkButton
                variant="primary"
                to={mergeTo ?? `${href('/spot/:id/merge', { id: page.spot.id })}?with=${other.id}`}
                data-desk-key="m"
              >
                Compare and merge{mergeTo && <KeyHint name="M" />}
              </LinkButton>
            )}
          </div>
        </>
      )}
    </>
  )
}
