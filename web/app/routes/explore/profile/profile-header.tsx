import Settings from 'lucide-react/icons/settings'
import Share2 from 'lucide-react/icons/share-2'
import { href } from 'react-router'
import { FollowButton } from '#app/features/account/members/follow-button.tsx'
import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { ReportSent } from '#app/features/reports/report-sent.tsx'
import { TakeAlong } from '#app/features/spots/exports/take-along.tsx'
import { formatMonth } from '#app/lib/format/dates.ts'
import { formatCount, formatNumber, pickPlural } from '#app/lib/format/numbers.ts'
import { useViewer } from '#app/platform/root-data.ts'
import { buttonClass } from '#app/ui/buttons/button-class.ts'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { ProfileDialogLink } from './profile-dialog-link.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import type { OpenProfile } from './profile-page.ts'

/** The name and numbers of the member, and the viewer's actions. */
export function ProfileHeader({ profile }: { profile: OpenProfile }) {
  const { member, bio, created_at, home } = profile
  return (
    <header className="profile-head">
      {profile.state === 'own' && <Notice className="profile-own">This is how others see you.</Notice>}
      <ReportSent />
      <div className="profile-who">
        <MemberAvatar id={member.id} url={member.avatar_url} size={72} />
        <div className="min-w-0">
          <h1 className="profile-name lines-2" dir="auto">
            {getMemberName(member)}
          </h1>
          <p className="profile-since">
            Here since {formatMonth(created_at)}
            {home && (
              <>
                {' · '}mostly <bdi>{home}</bdi>
              </>
            )}
          </p>
        </div>
      </div>
      {bio && (
        <p className="profile-bio" dir="auto">
          {bio}
        </p>
      )}
      <ProfileNumbers profile={profile} />
      <ProfileActions profile={profile} />
    </header>
  )
}

function ProfileNumbers({ profile: { follow, following_count, confirmation_count } }: { profile: OpenProfile }) {
  const numbers = [
    [follow.follower_count, pickPlural(follow.follower_count, 'follower', 'followers')],
    [following_count, 'following'],
    [confirmation_count, pickPlural(confirmation_count, 'time confirmed', 'times confirmed')],
  ] as const
  return (
    <ul className="profile-numbers">
      {numbers.map(([count, words]) => (
        <li key={words}>
          <b>{formatNumber(count)}</b> {words}
        </li>
      ))}
    </ul>
  )
}

function ProfileActions({ profile: { state, member, follow, spot_count } }: { profile: OpenProfile }) {
  const viewer = useViewer()
  const name = getMemberName(member)
  return (
    <div className="profile-actions">
      {state === 'own' ? (
        <LinkButton className="profile-main-action" icon={<Settings />} to={href('/account/settings')}>
          Settings
        </LinkButton>
      ) : (
        <FollowButton
          className="profile-main-action"
          target={{ member: member.id }}
          name={name}
          isFollowing={follow.is_following}
          isPrimary
        />
      )}
      <ProfileDialogLink dialog="share" className={buttonClass('secondary', 'square')} label="Share">
        <Share2 aria-hidden="true" />
      </ProfileDialogLink>
      {spot_count > 0 && (
        <TakeAlong
          title={`${formatCount(spot_count, 'spot')} by ${name}`}
          pathname={href('/explore')}
          search={`?${new URLSearchParams({ by: member.username ?? '' })}`}
          feed={{ path: '/feeds/spots', search: `?${new URLSearchParams({ by: member.username ?? '' })}` }}
          look="icon"
        />
      )}
      {viewer && state !== 'own' && <ProfileMenu name={name} />}
    </div>
  )
}
