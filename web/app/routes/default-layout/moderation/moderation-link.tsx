import Shield from 'lucide-react/icons/shield'
import { type ComponentType, useEffect, useState } from 'react'
import { href } from 'react-router'
import { whenIdle } from '#app/lib/when-idle.ts'
import { useRootData } from '#app/platform/root-data.ts'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import '../notifications/unread-count.css'

const MAX_SHOWN = 99

/** The shield of moderators, with the number of items that wait. Shown only while something waits. */
export function ModerationLink() {
  const loaded = useRootData()?.waitingCount ?? 0
  const [live, setLive] = useState<{ loaded: number; count: number }>()
  // The count of a newer page replaces the earlier one.
  const count = live?.loaded === loaded ? live.count : loaded
  const [Watch, setWatch] = useState<ComponentType<{ onCount: (count: number) => void }>>()
  useEffect(
    () =>
      whenIdle(() => {
        import('./watch-moderation.tsx').then(
          (module) => setWatch(() => module.WatchModeration),
          // The count that was loaded with the page stays.
          () => undefined,
        )
      }),
    [],
  )
  return (
    <>
      {Watch && <Watch onCount={(found) => setLive({ loaded, count: found })} />}
      {count > 0 && (
        <LinkButton className="relative" variant="bare" size="square" to={href('/account/moderation')}>
          <Shield />
          <span className="sr-only">Moderation, {count} waiting</span>
          <span className="unread-count unread-count-ink" aria-hidden="true">
            {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
          </span>
        </LinkButton>
      )}
    </>
  )
}
