import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { MemberLink } from '#app/features/account/members/member-link.tsx'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { type ChangedField, columnsOf } from '#app/features/spots/differences/spot-changes.ts'
import type { SpotDifference } from '#app/features/spots/differences/spot-differences.server.ts'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { formatAgo } from '#app/lib/format/dates.ts'
import { writeNumber } from '#app/lib/format/number-words.ts'
import { formatCount, pickPlural } from '#app/lib/format/numbers.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { KeyHint } from '#app/ui/display/key-hint.tsx'
import { Moment } from '#app/ui/display/moment.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { TextAreaField } from '#app/ui/forms/text/text-area-field.tsx'
import { DuplicateView } from './duplicate-view.tsx'
import type { OtherSuggestion } from './other-suggestions.server.ts'
import { SuggestionField } from './suggestion-field.tsx'
import type { Suggestion, SuggestionsPage } from './suggestions-page.ts'
import './suggestion-view.css'

interface SuggestionViewProps {
  page: SuggestionsPage
  suggestion: Suggestion
  differences: SpotDifference[]
  others: OtherSuggestion[]
  error: string | undefined
  /**
   * Set on the moderators' desk, which has its own heading and shortcuts: the URL for merging, and the fields to
   * hide.
   */
  desk?: { mergeTo: string; fields: ReactNode }
}

/** One suggestion, field by field, with the decisions of the author or a moderator. */
export function SuggestionView(props: SuggestionViewProps) {
  const { page, suggestion, differences, others, error, desk } = props
  const isOnDesk = desk !== undefined
  const mayDecide = page.may_decide && suggestion.status === 'open'
  const seen = Object.fromEntries(Object.keys(suggestion.changes).map((column) => [column, readColumn(page, column)]))
  return (
    <>
      <SuggestionHead suggestion={suggestion} count={differences.length} level={isOnDesk ? 'h2' : 'h1'} />
      {error && <Notice kind="bad">{error}</Notice>}
      <Outcome suggestion={suggestion} />
      <PageForm method="post" className="suggestion-form" noValidate>
        <input type="hidden" name="suggestion" value={suggestion.id} />
        {desk?.fields}
        <input type="hidden" name="seen" value={JSON.stringify(seen)} />
        {suggestion.kind === 'duplicate' && (
          <DuplicateView page={page} suggestion={suggestion} mergeTo={desk?.mergeTo} />
        )}
        {differences.map((difference) => (
          <SuggestionField
            key={difference.field}
            difference={difference}
            verdict={findVerdict(suggestion, difference.field)}
            late={findLate(suggestion, difference.field)}
            others={others.filter((other) => other.difference.field === difference.field)}
            spotId={page.spot.id}
            mayDecide={mayDecide}
            level={isOnDesk ? 'h3' : 'h2'}
          />
        ))}
        {mayDecide && suggestion.kind !== 'duplicate' && (
          <DecisionBar suggestion={suggestion} fields={differences} isOnDesk={isOnDesk} />
        )}
        {suggestion.is_own && suggestion.status === 'open' && (
          <div className="suggestion-bar">
            <p>Not decided yet. You can withdraw it until then.</p>
            <Button type="submit" name="withdraw" value="1">
              Withdraw
            </Button>
          </div>
        )}
      </PageForm>
    </>
  )
}

function readColumn({ spot }: SuggestionsPage, column: string): unknown {
  const now: Record<string, unknown> = spot
  return now[column] ?? null
}

function SuggestionHead({
  suggestion,
  count,
  level: Heading,
}: {
  suggestion: Suggestion
  count: number
  level: 'h1' | 'h2'
}) {
  const { author, reason, created_at, record, kind } = suggestion
  const what =
    kind === 'duplicate'
      ? 'reports a duplicate'
      : `suggests ${writeNumber(count)} ${pickPlural(count, 'change', 'changes')}`
  return (
    <header className="suggestion-head">
      <Heading className="title text-h2">
        <bdi>{getMemberName(author)}</bdi> {what}
      </Heading>
      {reason && (
        <p className="suggestion-reason" dir="auto">
          “{reason}”
        </p>
      )}
      <p className="text-small text-ink-2 suggestion-record">
        <MemberLink member={author} avatar={26} />{' '}
        <span>
          {formatAgo(created_at)} · {formatCount(record.accepted, 'suggestion')} accepted before, {record.declined}{' '}
          declined
        </span>
      </p>
    </header>
  )
}

function Outcome({ suggestion: { status, decided_by, decided_at, answer } }: { suggestion: Suggestion }) {
  if (status === 'open') return null
  return (
    <Notice kind={status === 'accepted' ? 'ok' : 'question'}>
      <MemberLink member={decided_by} /> {status} this
      {decided_at && (
        <>
          {' '}
          on <Moment at={decided_at} separator=" at " />
        </>
      )}
      .{answer && <> “{answer}”</>}
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

function DecisionBar({
  suggestion,
  fields,
  isOnDesk,
}: {
  suggestion: Suggestion
  fields: SpotDifference[]
  isOnDesk: boolean
}) {
  const isBusy = useNavigation().formMethod === 'POST'
  const verdicts = fields.map(({ field }) => findVerdict(suggestion, field))
  const count = (verdict: string | undefined) => verdicts.filter((each) => each === verdict).length
  return (
    <>
      <TextAreaField
        className="suggestion-answer"
        label={`Answer to ${getMemberName(suggestion.author)}`}
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
        <Button type="submit" name="rest" value="decline" busy={isBusy} data-desk-key="r">
          Decline the rest{isOnDesk && <KeyHint name="R" />}
        </Button>
        <Button type="submit" name="rest" value="accept" variant="primary" busy={isBusy} data-desk-key="a">
          Accept the rest{isOnDesk && <KeyHint name="A" />}
        </Button>
      </div>
    </>
  )
}
