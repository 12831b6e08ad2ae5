import Plus from 'lucide-react/icons/plus'
import { href } from 'react-router'
import type { Viewer } from '#app/platform/session/viewer.ts'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { AccountMenu } from './account-menu/account-menu.tsx'
import { ModerationLink } from './moderation/moderation-link.tsx'
import { NotificationBell } from './notifications/notification-bell.tsx'

/** The header links of a signed-in member: moderation, notifications, adding a spot, the account. */
export function ViewerLinks({ viewer }: { viewer: Viewer }) {
  return (
    <>
      {viewer.isModerator && <ModerationLink />}
      <NotificationBell memberId={viewer.id} />
      <LinkButton className="max-wide:hidden whitespace-nowrap" variant="primary" to={href('/submit')} icon={<Plus />}>
        Add a spot
      </LinkButton>
      <AccountMenu viewer={viewer} />
    </>
  )
}
