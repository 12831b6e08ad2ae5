import { useSyncExternalStore } from 'react'
import type { Point } from '#app/lib/geo/point.ts'

// In memory only, so that it is forgotten when the page is closed or reloaded.
let kept: Point | undefined
const listeners = new Set<() => void>()

/** Keeps the position that “Near me” found for other screens of this tab. It never leaves the browser. */
export function keepNearPosition(position: Point): void {
  kept = position
  for (const listener of listeners) listener()
}

/** Returns the position that “Near me” found since the page was loaded. Undefined while the server renders. */
export function useNearPosition(): Point | undefined {
  return useSyncExternalStore(
    subscribe,
    () => kept,
    () => undefined,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
