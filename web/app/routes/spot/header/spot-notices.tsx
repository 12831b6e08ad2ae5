import { href, useSearchParams } from 'react-router'
import { ReportSent } from '#app/features/reports/report-sent.tsx'
import { hasExpired } from '#app/features/share/link-lifetimes.ts'
import { capitalize, writeNumber, writeOrdinal } from '#app/lib/format/number-words.ts'
import { pickPlural } from '#app/lib/format/numbers.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { SpotDetail, SpotPage } from '../spot-page.ts'

/** The text for each visibility, unless everyone can see the spot. */
const visibilityWords: Record<SpotDetail['visibility'], string> = {
  public: '',
  members: 'Only members can see this spot. It is not in search engines or feeds.',
  link: 'Only people with the link can see this spot. It is not in lists, search or feeds.',
  private: 'Only you can see this spot.',
}

/** The same for the owner of an expired link. */
const EXPIRED = 'The secret link of this spot has expired. You can renew it under “Share”.'

/**
 * The status and visibility of the spot, unless it is published for everyone, and the reason if it could not be saved
 * after the visitor signed up.
 */
export function SpotNotices({ page, saveProblem }: { page: SpotPage; saveProblem: string | undefined }) {
  const { spot } = page
  const words = hasExpired(page.viewer.link_expires_at) ? EXPIRED : visibilityWords[spot.visibility]
  return (
    <div className="spot-notices">
      {saveProblem && (
        <Notice kind="bad">
          Not saved to “Want to go”. {saveProblem} <TextLink to={{ search: '?save=1' }}>Choose another list</TextLink>
        </Notice>
      )}
      <ReportSent />
      <StatusNotice page={page} />
      <SuggestionNotice page={page} />
      {words && spot.status !== 'removed' && <Notice kind="question">{words}</Notice>}
    </div>
  )
}

function StatusNotice({ page: { spot, viewer } }: { page: SpotPage }) {
  switch (spot.status) {
    case 'draft':
      return (
        <Notice kind="question">
          This is a draft. Only you can see it.{' '}
          <TextLink to={href('/spot/:id/edit', { id: spot.id })}>Finish and publish it</TextLink>
        </Notice>
      )
    case 'pending':
      return (
        <Notice kind="question">
          Waiting for review
          {viewer.queue_position ? `: ${writeOrdinal(viewer.queue_position)} in the queue, about a day` : ''}.
          {viewer.is_author ? ' Until then only you and the moderators can see it.' : ''}
          {viewer.is_moderator && <Approve />}
        </Notice>
      )
    case 'closed':
      return (
        <Notice kind="warn">
          Permanently closed or no longer there. The page stays online so that people do not travel here for nothing.
        </Notice>
      )
    case 'removed':
      return (
        <Notice kind="bad" role="note">
          A moderator removed this spot. Only you and the moderators can still see it.
          {spot.removal_reason && (
            <>
              {' '}
              Reason: <span dir="auto">{capitalize(spot.removal_reason)}</span>
            </>
          )}
          {viewer.is_moderator && <Approve />}
        </Notice>
      )
    case 'published':
      return null
  }
}

/** Open suggestions: for the author those that wait for an answer, for others the ones they sent. */
function SuggestionNotice({ page: { spot, viewer, history } }: { page: SpotPage }) {
  const [searchParams] = useSearchParams()
  const count = history.open_suggestions
  const to = href('/spot/:id/suggestions/:number?', { id: spot.id })
  if (count === 0) return null
  if (viewer.is_author || viewer.is_moderator) {
    return (
      <Notice kind="question">
        {capitalize(writeNumber(count))} {pickPlural(count, 'suggestion waits', 'suggestions wait')} for an answer.{' '}
        <TextLink to={to}>Look at {pickPlural(count, 'it', 'them')}</TextLink>
      </Notice>
    )
  }
  return (
    <Notice kind={searchParams.has('sent') ? 'ok' : 'question'}>
      Your suggestion was sent and waits for an answer. <TextLink to={to}>Look at it</TextLink>
    </Notice>
  )
}

function Approve() {
  return (
    <PageForm method="post" className="spot-approve">
      <Button type="submit" name="intent" value="approve" size="small">
        Approve
      </Button>
    </PageForm>
  )
}
