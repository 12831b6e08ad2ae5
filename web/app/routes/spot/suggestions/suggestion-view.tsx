import { Form, useNavigation } from 'react-router'
import { MemberLink } from '#app/features/account/members/member-link.tsx'
import { nameMember } from '#app/features/account/members/member-name.ts'
import { type ChangedField, columnsOf } from '#app/features/spots/differences/spot-changes.ts'
import type { SpotDifference } from '#app/features/spots/differences/spot-differences.server.ts'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { formatAgo, formatDay, formatTime } from '#app/lib/format/dates.ts'
import { writeNumber } from '#app/lib/format/number-words.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { TextAreaField } from '#app/ui/forms/text-area-field.tsx'
import { DuplicateView } from './duplicate-view.tsx'
import type { OtherSuggestion } from './other-suggestions.server.ts'
import type { Suggestion, SuggestionsPage } from './spot-suggestions-page.ts'
import { SuggestionField } from './suggestion-field.tsx'

interface SuggestionViewProps {
  page: SuggestionsPage
  suggestion: Suggestion
  differences: SpotDifference[]
  others: OtherSuggestion[]
  error: string | undefined
}

/** One suggestion, field by field, with the decisions of the author or a moderator. */
export function SuggestionView(props: SuggestionViewProps) {
  const { page, suggestion, differences, others, error } = props
  const mayDecide = page.may_decide && suggestion.status === 'open'
  const seen = Object.fromEntries(Object.keys(suggestion.changes).map((column) => [column, readColumn(page, column)]))
  return (
    <>
      <SuggestionHead suggestion={suggestion} count={differences.length} />
      {error && <Notice kind="bad">{error}</Notice>}
      <Outcome suggestion={suggestion} />
      <Form method="post" className="suggestion-form" noValidate>
        <input type="hidden" name="suggestion" value={suggestion.id} />
        <input type="hidden" name="seen" value={JSON.stringify(seen)} />
        {suggestion.kind === 'duplicate' && <DuplicateView page={page} suggestion={suggestion} />}
        {differences.map((difference) => (
          <SuggestionField
            key={difference.field}
            difference={difference}
            verdict={findVerdict(suggestion, difference.field)}
            late={findLate(suggestion, difference.field)}
            others={others.filter((other) => other.difference.field === difference.field)}
            spotId={page.spot.id}
            mayDecide={mayDecide}
          />
        ))}
        {mayDecide && suggestion.kind !== 'duplicate' && <DecisionBar suggestion={suggestion} fields={differences} />}
        {suggestion.is_own && suggestion.status === 'open' && (
          <div className="suggestion-bar">
            <p>Not decided yet. You can take it back until then.</p>
            <Button type="submit" name="withdraw" value="1">
              Take it back
            </Button>
          </div>
        )}
      </Form>
    </>
  )
}

function readColumn({ spot }: SuggestionsPage, column: string): unknown {
  const now: Record<string, unknown> = spot
  return now[column] ?? null
}

function SuggestionHead({ suggestion, count }: { suggestion: Suggestion; count: number }) {
  const { author, reason, created_at, record, kind } = suggestion
  const what =
    kind === 'duplicate'
      ? 'reports a duplicate'
      : `suggests ${writeNumber(count)} ${count === 1 ? 'change' : 'changes'}`
  return (
    <header className="suggestion-head">
      <h1 className="title text-h2">
        <bdi>{nameMember(author)}</bdi> {what}
      </h1>
      {reason && (
        <p className="suggestion-reason" dir="auto">
          “{reason}”
        </p>
      )}
      <p className="text-small text-ink-2 suggestion-record">
        <MemberLink member={author} avatar={26} /> · {formatAgo(created_at)} ·{' '}
        {formatCount(record.accepted, 'suggestion')} accepted before, {record.declined} declined
      </p>
    </header>
  )
}

function Outcome({ suggestion: { status, decided_by, decided_at, answer } }: { suggestion: Suggestion }) {
  if (status === 'open') return null
  return (
    <Notice kind={status === 'accepted' ? 'ok' : 'question'}>
      <bdi>{nameMember(decided_by)}</bdi> {status} this
      {decided_at && ` on ${formatDay(decided_at)} at ${formatTime(decided_at)}`}.{answer && <> “{answer}”</>}
    </Notice>
  )
}

function findVerdict({ decisions }: Suggestion, field: ChangedField): 'accept' | 'decline' | undefined {
  return columnsOf(field)
    .map((column) => decisions[column]?.verdict)
    .find((verdict) => verdict !== undefined)
}

function findLate({ later, status }: Suggestion, field: ChangedField) {
  if (status !== 'open') return undefined
  return columnsOf(field)
    .map((column) => later[column])
    .find((late) => late !== undefined)
}

function DecisionBar({ suggestion, fields }: { suggestion: Suggestion; fields: SpotDifference[] }) {
  const isBusy = useNavigation().formMethod === 'POST'
  const verdicts = fields.map(({ field }) => findVerdict(suggestion, field))
  const count = (verdict: string | undefined) => verdicts.filter((each) => each === verdict).length
  return (
    <>
      <TextAreaField
        className="suggestion-answer"
        label={`Answer to ${nameMember(suggestion.author)}`}
        optional
        name="answer"
        rows={2}
        maxLength={CONTENT_LIMITS['suggestions.answer']}
      />
      <div className="suggestion-bar">
        <p role="status">
          {count('accept')} accepted, {count('decline')} declined, {count(undefined)} open. The sender is notified once
          everything is decided.
        </p>
        <Button type="submit" name="rest" value="decline" busy={isBusy}>
          Decline the rest
        </Button>
        <Button type="submit" name="rest" value="accept" variant="primary" busy={isBusy}>
          Accept the rest
        </Button>
      </div>
    </>
  )
}
