import { FollowButton } from '#app/features/account/members/follow-button.tsx'
import { MemberAvatarLink, MemberLink } from '#app/features/account/members/member-link.tsx'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { useViewer } from '#app/platform/root-data.ts'
import { Row } from '#app/ui/layout/row.tsx'
import { Section } from '#app/ui/layout/section.tsx'
import type { Contributor } from './city-page.ts'

const SHOWN = 5

/** The members with the most spots in a city, each with a follow button. */
export function CityContributors({ members }: { members: Contributor[] }) {
  const viewer = useViewer()
  return (
    <Section title="Most active members">
      <ul>
        {members.slice(0, SHOWN).map((member) => (
          <Row
            key={member.id}
            start={<MemberAvatarLink member={member} size={44} />}
            title={<MemberLink member={member} />}
            note={formatCount(member.spot_count, 'spot')}
            actions={
              member.id !== viewer?.id && (
                <FollowButton
                  target={{ member: member.id }}
                  name={getMemberName(member)}
                  isFollowing={member.is_followed}
                />
              )
            }
          />
        ))}
      </ul>
    </Section>
  )
}
