import { type ComponentType, useEffect, useState } from 'react'
import { whenIdle } from '#app/lib/when-idle.ts'

/** Loads the number of unread notifications, and with it all live updates, when the page is idle. */
export function UnreadCountLater({ memberId }: { memberId: string }) {
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
