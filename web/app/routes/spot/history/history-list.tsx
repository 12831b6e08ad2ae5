import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import type { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { useLinkSecret } from '#app/features/spots/link-secret.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { Moment } from '#app/ui/display/moment.tsx'
import { describeRevision } from './describe-revision.ts'
import type { HistoryPage, Revision } from './spot-history-page.ts'

/** The changes from the newest to the first version. Each links to its details. */
export function HistoryList({
  page: { spot, author, changes, has_earlier: hasEarlier },
  selected,
  before,
}: {
  page: HistoryPage
  selected: number | undefined
  before: number | null
}) {
  const secret = useLinkSecret()
  const last = changes.at(-1)
  const toSearch = (search: Record<string, string>) =>
    `?${new URLSearchParams({ ...search, ...(secret && { link: secret }) })}`
  const paging: Record<string, string> = before === null ? {} : { before: String(before) }
  return (
    <nav aria-label="Changes">
      <ol className="history-list">
        {changes.map((change) => (
          <li key={change.id}>
            <SafeLink
              className="history-link"
              to={toSearch({ ...paging, change: String(change.id) })}
              aria-current={change.id === selected ? 'true' : undefined}
              rel="nofollow"
            >
              <HistoryRow member={change.author} at={change.created_at}>
                <RevisionWords change={change} />
              </HistoryRow>
            </SafeLink>
          </li>
        ))}
        {!hasEarlier && (
          <li className="history-first">
            <HistoryRow member={author} at={spot.created_at}>
              <span>Marked it</span>
              <span className="text-ink-2">first version</span>
            </HistoryRow>
          </li>
        )}
      </ol>
      {hasEarlier && last && (
        <SafeLink className="link history-more" to={toSearch({ before: String(last.id) })} rel="nofollow">
          Show earlier changes
        </SafeLink>
      )}
    </nav>
  )
}

function RevisionWords({ change }: { change: Revision }) {
  return (
    <>
      <span>{describeRevision(change)}</span>
      {change.suggested_by && <span className="text-ink-2">suggested by {getMemberName(change.suggested_by)}</span>}
    </>
  )
}

function HistoryRow({ member, at, children }: { member: MemberSummary | null; at: string; children: React.ReactNode }) {
  return (
    <>
      <MemberAvatar id={member?.id ?? null} url={member?.avatar_url ?? null} size={44} />
      <span className="history-words">
        <b dir="auto">{getMemberName(member)}</b>
        {children}
      </span>
      <span className="history-time">
        <Moment at={at} />
      </span>
    </>
  )
}
