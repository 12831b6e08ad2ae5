import { Form, href } from 'react-router'
import { capitalize, writeOrdinal } from '#app/lib/format/number-words.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { SpotDetail, SpotPage } from '../spot-page.ts'

/** Who else sees it, when not everybody does. */
const visibilityWords: Record<SpotDetail['visibility'], string> = {
  public: '',
  members: 'Only members see this spot. It is in no search engine and no feed.',
  link: 'Only those who have the link see this spot. It is in no list, no search and no feed.',
  private: 'Only you see this spot.',
}

/** What has to be known before anything else: where it is in its life, and who sees it. */
export function SpotNotices({ page }: { page: SpotPage }) {
  const { spot } = page
  const words = visibilityWords[spot.visibility]
  return (
    <div className="spot-notices">
      <StatusNotice page={page} />
      {words && spot.status !== 'removed' && <Notice kind="question">{words}</Notice>}
    </div>
  )
}

function StatusNotice({ page: { spot, viewer } }: { page: SpotPage }) {
  switch (spot.status) {
    case 'draft':
      return (
        <Notice kind="question">
          A draft. Nobody else sees it.{' '}
          <TextLink to={href('/spot/:id/edit', { id: spot.id })}>Finish and publish it</TextLink>
        </Notice>
      )
    case 'pending':
      return (
        <Notice kind="question">
          Waiting for a look
          {viewer.queue_position ? `: ${writeOrdinal(viewer.queue_position)} in the queue, about a day` : ''}.
          {viewer.is_author ? ' Until then only you and the moderators see it.' : ''}
          {viewer.is_moderator && <Approve />}
        </Notice>
      )
    case 'closed':
      return <Notice kind="warn">Closed for good, or gone. It stays here so that nobody goes in vain.</Notice>
    case 'removed':
      return (
        <Notice kind="bad" role="note">
          A moderator removed this spot. Only you and the moderators still see it.
          {spot.removal_reason && (
            <>
              {' '}
              The reason: <span dir="auto">{capitalize(spot.removal_reason)}</span>
            </>
          )}
          {viewer.is_moderator && <Approve />}
        </Notice>
      )
    case 'published':
      return null
  }
}

function Approve() {
  return (
    <Form method="post" className="spot-approve">
      <Button type="submit" name="intent" value="approve" size="small">
        Approve
      </Button>
    </Form>
  )
}
