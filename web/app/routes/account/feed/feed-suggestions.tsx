import { href } from 'react-router'
import { FollowButton } from '#app/features/account/members/follow-button.tsx'
import { MemberAvatarLink, MemberLink } from '#app/features/account/members/member-link.tsx'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { Row } from '#app/ui/layout/row.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { FeedPage } from './feed-page.ts'

/** The empty feed: an explanation and suggestions to follow. */
export function FeedSuggestions({ feed: { follows, suggestions } }: { feed: FeedPage }) {
  const followsNothing = follows.members + follows.cities + follows.lists === 0
  return (
    <>
      <p className="feed-empty">
        {followsNothing
          ? 'Follow someone and their places appear here.'
          : 'Nothing new yet from what you follow. New places appear here.'}
      </p>
      {suggestions && (
        <ul>
          {suggestions.members.map((member) => (
            <Row
              key={member.id}
              start={<MemberAvatarLink member={member} size={44} />}
              title={<MemberLink member={member} />}
              note={`${formatCount(member.spot_count, 'spot')} in ${suggestions.city.name}`}
              actions={<FollowButton target={{ member: member.id }} name={getMemberName(member)} isFollowing={false} />}
            />
          ))}
          <Row
            start={null}
            title={
              <TextLink to={href('/city/:name', { name: suggestions.city.slug })}>
                <bdi>{suggestions.city.name}</bdi>
              </TextLink>
            }
            note="Everything new in the city"
            actions={
              <FollowButton
                target={{ city: suggestions.city.id }}
                name={suggestions.city.name}
                isFollowing={suggestions.city.follow.is_following}
              />
            }
          />
        </ul>
      )}
    </>
  )
}
