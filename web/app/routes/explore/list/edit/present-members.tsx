import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { pickPlural } from '#app/lib/format/numbers.ts'
import type { ListPage } from '../list-page.ts'
import { useListPresence } from './use-list-presence.ts'

/** The other members who have the editor of this list open. */
export function PresentMembers({ page }: { page: ListPage }) {
  const present = useListPresence(page)
  const others = [page.author, ...page.members].filter((member) => member && present.includes(member.id))
  return (
    <p className="list-present" role="status">
      {others
        .slice(0, 3)
        .map((member) => member && <MemberAvatar key={member.id} id={member.id} url={member.avatar_url} size={26} />)}
      {others.length > 0 && (
        <span>
          <bdi>{others.map((member) => getMemberName(member)).join(', ')}</bdi> {pickPlural(others.length, 'is', 'are')}{' '}
          here
        </span>
      )}
    </p>
  )
}
