import Bell from 'lucide-react/icons/bell'
import Plus from 'lucide-react/icons/plus'
import { type ComponentType, useEffect, useState } from 'react'
import { href } from 'react-router'
import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { whenIdle } from '#app/lib/when-idle.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import type { Viewer } from '#app/platform/session/viewer.ts'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'

/** The header links of a signed-in member: notifications, adding a spot, the account. */
export function ViewerLinks({ viewer }: { viewer: Viewer }) {
  const account = { pathname: href('/account'), hash: 'notifications' }
  return (
    <>
      <LinkButton className="relative" variant="bare" size="square" to={account}>
        <Bell />
        <span className="sr-only">Notifications</span>
        <UnreadCountLater memberId={viewer.id} />
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

/** Loads the number of unread notifications, and with it all live updates, when the page is idle. */
function UnreadCountLater({ memberId }: { memberId: string }) {
  const [UnreadCount, setUnreadCount] = useState<ComponentType<{ memberId: string }>>()
  useEffect(
    () =>
      whenIdle(() => {
        import('./unread-count.tsx').then(
          (module) => setUnreadCount(() => module.UnreadCount),
          // The bell also works without a number.
          () => undefined,
        )
      }),
    [],
  )
  return UnreadCount ? <UnreadCount key={memberId} memberId={memberId} /> : null
}
