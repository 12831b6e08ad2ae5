import Check from 'lucide-react/icons/check'
import CloudOff from 'lucide-react/icons/cloud-off'
import { useSyncExternalStore } from 'react'
import { formatTime, READER_ZONE } from '#app/lib/format/dates.ts'

/** Shows in one line whether the draft is saved. */
export function DraftStatus({ keptAt, isUnkeepable }: { keptAt: number | undefined; isUnkeepable: boolean }) {
  const isOnline = useIsOnline()
  return (
    <p className="submit-draft" role="status">
      {describe({ isOnline, keptAt, isUnkeepable })}
    </p>
  )
}

function describe({
  isOnline,
  keptAt,
  isUnkeepable,
}: {
  isOnline: boolean
  keptAt: number | undefined
  isUnkeepable: boolean
}) {
  if (isUnkeepable) return 'This browser cannot save drafts. Publish before you leave.'
  if (!isOnline) {
    return (
      <>
        <CloudOff /> <span>You are offline. Your draft is saved on this device.</span>
      </>
    )
  }
  if (keptAt === undefined) return null
  return (
    <>
      <Check /> <span>Draft saved on this device, {formatTime(keptAt, READER_ZONE)}</span>
    </>
  )
}

function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  )
}

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
