import History from 'lucide-react/icons/history'
import { useNavigation } from 'react-router'
import { MemberLink } from '#app/features/account/members/member-link.tsx'
import { SpotDifferenceView } from '#app/features/spots/differences/spot-difference.tsx'
import type { SpotDifference } from '#app/features/spots/differences/spot-differences.server.ts'
import { useLinkSecret } from '#app/features/spots/link-secret.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Moment } from '#app/ui/display/moment.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { mayRestore } from './may-restore.ts'
import type { HistoryPage, Revision } from './spot-history-page.ts'

/** One change, field by field. The author and moderators may restore the previous values. */
export function RevisionView({
  page,
  revision,
  differences,
  error,
}: {
  page: HistoryPage
  revision: Revision
  differences: SpotDifference[]
  error: string | undefined
}) {
  const linkSecret = useLinkSecret()
  return (
    <section className="revision" aria-labelledby="revision-title">
      <header className="revision-head">
        <div>
          <h2 id="revision-title" className="title text-h3">
            <Moment at={revision.created_at} />
          </h2>
          <p className="text-small text-ink-2" dir="auto">
            <RevisionAuthor revision={revision} />
          </p>
        </div>
        {mayRestore(page, revision) && <RestoreForm revision={revision} />}
      </header>
      {error && <Notice kind="bad">{error}</Notice>}
      {differences.map((difference) => (
        <div key={difference.field} className="difference-row">
          <h3 className="difference-label">{difference.label}</h3>
          <SpotDifferenceView difference={difference} photos={page.photos} linkSecret={linkSecret} />
        </div>
      ))}
    </section>
  )
}

function RevisionAuthor({ revision: { author, suggested_by, restores } }: { revision: Revision }) {
  if (suggested_by) {
    return (
      <>
        <MemberLink member={author} /> accepted a suggestion by <MemberLink member={suggested_by} />
      </>
    )
  }
  return (
    <>
      <MemberLink member={author} />
      {restores !== null && ' restored an earlier version'}
    </>
  )
}

function RestoreForm({ revision }: { revision: Revision }) {
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <PageForm method="post">
      <input type="hidden" name="revision" value={revision.id} />
      <Button type="submit" icon={<History />} busy={isBusy} busyLabel="Restoring">
        Restore the previous version
      </Button>
    </PageForm>
  )
}
