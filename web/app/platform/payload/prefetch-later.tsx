import { type ComponentType, useEffect, useState } from 'react'
import { isConnectionSpared, PREFETCH_DELAY_MS } from './connection.ts'

/** What fetches pages ahead, itself loaded a second after the page is ready: nothing that the page needs has to wait for it. */
export function PrefetchLater() {
  const [Prefetch, setPrefetch] = useState<ComponentType>()
  useEffect(() => {
    if (isConnectionSpared(navigator)) return
    const load = () =>
      import('./prefetched-pages.tsx').then(
        ({ PrefetchedPages }) => setPrefetch(() => PrefetchedPages),
        // A help, not part of the page.
        () => undefined,
      )
    const timer = setTimeout(() => void load(), PREFETCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return Prefetch ? <Prefetch /> : null
}
