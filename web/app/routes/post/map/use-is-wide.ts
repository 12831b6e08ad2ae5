import { useSyncExternalStore } from 'react'

/** As in post.css: from here on the map stands beside the text. */
const WIDE = '(width >= 67.5rem)'

/** Whether the window has room for a map beside the text. False on the server. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
