import { Form, href } from 'react-router'
import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { ListRow } from '#app/ui/layout/list-row.tsx'
import { describeRecord } from '../desk/author-record.tsx'
import { type MemberRow, type MembersPage, memberFilters } from './members-schema.ts'

const MEMBERS = href('/account/moderation/members')

const ROLE_WORDS = { member: undefined, moderator: 'moderator', admin: 'administrator' } as const

/** Search, filters and the members found. */
export function MembersList({
  page: { members, opened },
  search,
  filter,
}: {
  page: MembersPage
  search: string | undefined
  filter: string | undefined
}) {
  return (
    <>
      <div className="desk-search">
        <Form method="get" action={MEMBERS} role="search">
          <input
            className="input"
            type="search"
            name="q"
            aria-label="Name or email address"
            placeholder="Name or email"
            defaultValue={search}
            key={search}
          />
        </Form>
        <p className="desk-filters">
          {Object.entries(memberFilters).map(([id, words]) => (
            <SafeLink
              key={id}
              className="chip"
              to={`${MEMBERS}?filter=${id}`}
              aria-current={(filter ?? (search ? '' : 'new')) === id ? 'true' : undefined}
            >
              {words}
            </SafeLink>
          ))}
        </p>
      </div>
      {members.length === 0 && <p className="desk-none">No member found.</p>}
      <ul>
        {members.map((member) => (
          <ListRow
            key={member.id}
            to={`${MEMBERS}?${toQuery({ q: search, filter, member: member.id })}`}
            title={getMemberName(member)}
            selected={member.id === opened?.id}
            picture={<MemberAvatar id={member.id} url={member.avatar_url} size={44} />}
            headingLevel="h2"
          >
            <p className="desk-row-line">
              <span>{describeMember(member)}</span>
            </p>
          </ListRow>
        ))}
      </ul>
    </>
  )
}

function describeMember(member: MemberRow): string {
  return [
    ROLE_WORDS[member.role],
    member.is_suspended ? 'suspended' : undefined,
    describeRecord(member),
    member.report_count > 0 ? formatCount(member.report_count, 'report') : undefined,
  ]
    .filter(Boolean)
    .join(' · ')
}

function toQuery(parts: Record<string, string | undefined>): string {
  const known = Object.entries(parts).filter((part): part is [string, string] => part[1] !== undefined)
  return new URLSearchParams(known).toString()
}
