import { useSyncExternalStore } from 'react'
import type { Point } from '#app/lib/geo/point.ts'

// In memory only, so that it is gone once the page is closed or reloaded.
let position: Point | undefined
const listeners = new Set<() => void>()

/** Shares the position that “Near me” found with the other screens of this tab. It never leaves the browser. */
export function setNearPosition(found: Point): void {
  position = found
  for (const listener of listeners) listener()
}

/** Returns the position that “Near me” found since the page was loaded. Undefined while the server renders. */
export function useNearPosition(): Point | undefined {
  return useSyncExternalStore(
    subscribe,
    () => position,
    () => undefined,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
