import { useSyncExternalStore } from 'react'

/** The breakpoint of story-map.css from which the map is beside the text. */
const WIDE = '(width >= 67.5rem)'

/** Returns true if the window has room for a map beside the text. False on the server. */
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
