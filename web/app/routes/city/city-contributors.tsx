import { useFetcher } from 'react-router'
import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { nameMember } from '#app/features/account/members/member-name.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { useViewer } from '#app/platform/root-data.ts'
import { Button } from '#app/ui/buttons/button.tsx'
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
            start={<MemberAvatar id={member.id} url={member.avatar_url} />}
            title={<bdi className="wrap-anywhere">{nameMember(member)}</bdi>}
            note={formatCount(member.spot_count, 'spot')}
            actions={member.id !== viewer?.id && <FollowButton member={member} />}
          />
        ))}
      </ul>
    </Section>
  )
}

function FollowButton({ member }: { member: Contributor }) {
  const fetcher = useFetcher()
  const isFollowed = fetcher.formData ? fetcher.formData.get('follows') === 'true' : member.is_followed
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="member" value={member.id} />
      <input type="hidden" name="follows" value={String(!isFollowed)} />
      <Button type="submit" pressed={isFollowed} aria-label={`Follow ${nameMember(member)}`}>
        {isFollowed ? 'Following' : 'Follow'}
      </Button>
    </fetcher.Form>
  )
}
