import { type ComponentType, useEffect, useState } from 'react'
import { isConnectionSpared, PREFETCH_DELAY_MS } from './connection.ts'

/** Loads the prefetching code a second after the page is ready, so that it does not delay anything the page needs. */
export function PrefetchLater() {
  const [Prefetch, setPrefetch] = useState<ComponentType>()
  useEffect(() => {
    if (isConnectionSpared(navigator)) return
    const load = () =>
      import('./prefetched-pages.tsx').then(
        ({ PrefetchedPages }) => setPrefetch(() => PrefetchedPages),
        // Prefetching is optional, so a failure is ignored.
        () => undefined,
      )
    const timer = setTimeout(() => void load(), PREFETCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return Prefetch ? <Prefetch /> : null
}
