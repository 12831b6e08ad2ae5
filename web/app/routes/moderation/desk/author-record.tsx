import { href } from 'react-router'
import { MemberAvatarLink, MemberLink } from '#app/features/account/members/member-link.tsx'
import type { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { formatAgo } from '#app/lib/format/dates.ts'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import type { MemberRecord } from './desk-schema.ts'

/** Describes a record: "4 published · 0 removed", or what a member without either has: by default "Nothing published yet". */
export function describeRecord(
  { published, removed, is_trusted }: MemberRecord,
  empty = 'Nothing published yet',
): string {
  if (published === 0 && removed === 0) return empty
  return `${toCount(published)} published · ${toCount(removed)} removed${is_trusted ? ' · trusted' : ''}`
}

function toCount(count: number): string {
  return count >= 100 ? '100+' : String(count)
}

/** The author of an item with their record and a link to their page. */
export function AuthorRecord({
  author,
  record,
  emptyRecord,
  now,
}: {
  author: MemberSummary | null
  record: MemberRecord | null
  emptyRecord?: string
  now: string
}) {
  if (!author) return <p className="desk-note">The author has deleted their account.</p>
  return (
    <section className="desk-author" aria-label="The author">
      <div className="desk-author-head">
        <MemberAvatarLink member={author} size={44} />
        <div className="min-w-0">
          <MemberLink member={author} className="desk-author-name" />
          {record && <p className="desk-note">Joined {formatAgo(record.joined_at, new Date(now))}</p>}
        </div>
      </div>
      {record && <p className="desk-author-line">{describeRecord(record, emptyRecord)}</p>}
      <LinkButton to={`${href('/account/moderation/members')}?member=${author.id}`} size="small">
        Open member
      </LinkButton>
    </section>
  )
}
