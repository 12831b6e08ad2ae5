import Bell from 'lucide-react/icons/bell'
import { type ComponentType, type MouseEvent, useRef, useState } from 'react'
import { href } from 'react-router'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { showFailure } from '#app/ui/feedback/toasts.ts'
import type { BellPopoverProps } from './bell-popover.tsx'
import { UnreadCountLater } from './unread-count-later.tsx'

/** From this width the bell opens a popover; below it, and without JavaScript, it is a link to the page. */
const POPOVER_QUERY = '(width >= 47.5rem)'
const PAGE = { pathname: href('/account'), search: '?tab=notifications' }

/** The bell of the header, with the number of unread notifications. */
export function NotificationBell({ memberId }: { memberId: string }) {
  const bell = useRef<HTMLSpanElement>(null)
  const [Popover, setPopover] = useState<ComponentType<BellPopoverProps>>()
  const [isOpen, setOpen] = useState(false)
  const open = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!isPlain || !matchMedia(POPOVER_QUERY).matches) return
    event.preventDefault()
    setOpen((wasOpen) => !wasOpen)
    import('./bell-popover.tsx').then(
      (module) => setPopover(() => module.BellPopover),
      () => {
        setOpen(false)
        showFailure('Your notifications did not load. Check your connection and try again.')
      },
    )
  }
  return (
    <span ref={bell} className="notification-bell">
      <LinkButton
        className="relative"
        variant="bare"
        size="square"
        to={PAGE}
        onClick={open}
        aria-expanded={isOpen && Popover ? true : undefined}
      >
        <Bell />
        <span className="sr-only">Notifications</span>
        <UnreadCountLater memberId={memberId} />
      </LinkButton>
      {Popover && isOpen && (
        <Popover memberId={memberId} anchor={bell} allNotifications={PAGE} onClose={() => setOpen(false)} />
      )}
    </span>
  )
}
