import Bell from 'lucide-react/icons/bell'
import Plus from 'lucide-react/icons/plus'
import { href } from 'react-router'
import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import type { Viewer } from '#app/platform/session/viewer.ts'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'

/** The header links of a signed-in member: notifications, adding a spot, the account. */
export function ViewerLinks({ viewer }: { viewer: Viewer }) {
  const account = { pathname: href('/account'), hash: 'notifications' }
  return (
    <>
      <LinkButton variant="bare" size="square" to={account} aria-label="Notifications">
        <Bell />
      </LinkButton>
      <LinkButton className="max-wide:hidden whitespace-nowrap" variant="primary" to={href('/submit')} icon={<Plus />}>
        Add a spot
      </LinkButton>
      <SafeLink className="header-avatar" to={href('/account')} aria-label="Your account">
        <MemberAvatar id={viewer.id} url={viewer.avatarUrl} size={44} />
      </SafeLink>
    </>
  )
}
