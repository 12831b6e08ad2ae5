import LogOut from 'lucide-react/icons/log-out'
import Settings from 'lucide-react/icons/settings'
import { href, useNavigation } from 'react-router'
import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { profileUrl } from '#app/features/account/members/member-url.ts'
import { TakeAlong } from '#app/features/spots/exports/take-along.tsx'
import { formatMonth } from '#app/lib/format/dates.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { useViewer } from '#app/platform/root-data.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { AccountPage } from './account-page.ts'

/** The member's public profile, with links to edit it and to sign out. */
export function AccountHeader({
  page: { user, numbers },
  signOutFailed,
}: {
  page: AccountPage
  signOutFailed: boolean
}) {
  const viewer = useViewer()
  const name = user?.username ?? viewer?.username ?? user?.name ?? viewer?.name
  return (
    <>
      <header className="account-head">
        {/* Undefined for a moment between signing out and leaving the page. */}
        {viewer && <MemberAvatar id={viewer.id} url={user?.avatar_url ?? viewer.avatarUrl} size={92} />}
        <div className="account-words">
          <h1 className="account-name" dir="auto">
            {name ?? 'You'}
          </h1>
          {user?.bio && (
            <p className="account-bio" dir="auto">
              {user.bio}
            </p>
          )}
          <p className="account-since">
            {user && `Member since ${formatMonth(user.created_at)} · `}
            <span className="whitespace-nowrap">{formatCount(numbers.followers, 'follower')}</span>
            {user?.username && (
              <>
                {' · '}
                <TextLink to={profileUrl(user.username)}>How others see me</TextLink>
              </>
            )}
            {!name && (
              <>
                {' · '}
                <TextLink to={href('/account/settings')}>Choose a name</TextLink>
              </>
            )}
          </p>
        </div>
        <div className="account-actions">
          <div className="flex flex-wrap gap-3">
            <LinkButton icon={<Settings />} to={href('/account/settings')}>
              Settings
            </LinkButton>
            <TakeAlong title="All your spots, with exact positions" pathname={href('/account')} look="icon" />
          </div>
          <SignOutForm intent="sign-out" />
        </div>
      </header>
      {signOutFailed && (
        <Notice kind="bad" className="account-notice">
          <p>
            We could not reach the server, so you are still signed in here and on your other devices. Please try again
            in a moment, or sign out on this device only.
          </p>
          <SignOutForm intent="sign-out-here" />
        </Notice>
      )}
    </>
  )
}

function SignOutForm({ intent }: { intent: 'sign-out' | 'sign-out-here' }) {
  const isBusy = useNavigation().formData?.get('intent') === intent
  return (
    <PageForm method="post">
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant={intent === 'sign-out' ? 'quiet' : 'secondary'}
        icon={<LogOut />}
        busy={isBusy}
        busyLabel="Signing out"
      >
        {intent === 'sign-out' ? 'Sign out' : 'Sign out on this device only'}
      </Button>
    </PageForm>
  )
}
