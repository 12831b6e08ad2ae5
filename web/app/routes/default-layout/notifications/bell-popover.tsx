import { Popover } from '@base-ui/react/popover'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { type RefObject, useRef } from 'react'
import { groupNotifications } from '#app/features/notifications/group-notifications.ts'
import { markOpened } from '#app/features/notifications/mark-opened.ts'
import { NotificationRow } from '#app/features/notifications/notification-row.tsx'
import { formatDay } from '#app/lib/format/dates.ts'
import { SafeLink, type SafeLinkProps } from '#app/platform/navigation/safe-link.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { useLatestNotifications } from './use-latest-notifications.ts'
import './bell-popover.css'

const MAX_SHOWN = 10

export interface BellPopoverProps {
  memberId: string
  /** The element that contains the bell. */
  anchor: RefObject<HTMLElement | null>
  allNotifications: SafeLinkProps['to']
  onClose: () => void
}

/**
 * The latest ten notifications below the bell. Escape and a click outside close it and return the focus to the bell.
 */
export function BellPopover({ memberId, anchor, allNotifications, onClose }: BellPopoverProps) {
  const { page, hasFailed, markAllRead } = useLatestNotifications(memberId)
  // The rows load later, so the focus starts at the popup and Tab leads to the first of them.
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Popover.Root open modal="trap-focus" onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Portal>
        <Popover.Positioner className="popup-place" anchor={anchor} align="end" sideOffset={12} collisionPadding={8}>
          <Popover.Popup
            ref={popup}
            initialFocus={popup}
            className="popup bell-popup"
            aria-labelledby="bell-title"
            finalFocus={() => anchor.current?.querySelector('a') ?? true}
          >
            <div className="bell-head">
              <h2 className="title text-h3" id="bell-title">
                Notifications
              </h2>
              {(page?.counts.unread ?? 0) > 0 && (
                <Button
                  variant="bare"
                  onClick={() => {
                    // The button disappears.
                    popup.current?.focus()
                    void markAllRead()
                  }}
                >
                  Mark all read
                </Button>
              )}
            </div>
            <BellRows page={page} hasFailed={hasFailed} onOpen={onClose} />
            <SafeLink className="bell-all" to={allNotifications} onClick={onClose}>
              See all
              <ArrowRight size={18} aria-hidden="true" />
            </SafeLink>
            <Popover.Close className="bell-close">Close</Popover.Close>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function BellRows({
  page,
  hasFailed,
  onOpen,
}: Pick<ReturnType<typeof useLatestNotifications>, 'page' | 'hasFailed'> & { onOpen: () => void }) {
  if (!page) {
    const text = hasFailed ? 'Your notifications did not load. Try again in a moment.' : 'Loading'
    return (
      <p className="bell-words" role="status">
        {text}
      </p>
    )
  }
  if (page.notifications.length === 0) {
    return <p className="bell-words">Nothing yet. Replies, reviews and followers appear here.</p>
  }
  const now = Date.now()
  const entries = groupNotifications(page.notifications, (time) => formatDay(time, now, page.time_zone ?? 'UTC'))
  return (
    <ul>
      {entries.slice(0, MAX_SHOWN).map((entry) => (
        <NotificationRow
          key={entry.first.id}
          entry={entry}
          now={now}
          isBrief
          onOpen={(opened) => {
            void markOpened(opened)
            onOpen()
          }}
        />
      ))}
    </ul>
  )
}
