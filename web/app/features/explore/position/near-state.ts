import { useLocation } from 'react-router'
import type { LngLat } from '#app/features/map/map-view.ts'

/**
 * Returns the state of a navigation to the map around the visitor. It is kept in the browser's history, not in the URL.
 */
export function toNearState(position: LngLat): { near: LngLat } {
  return { near: position }
}

/** Returns the position that the previous page passed on in the browser, without the server. */
export function useNearState(): LngLat | undefined {
  return findNear(useLocation().state)
}

/** Validated by hand, because a schema would load the validation library with the home page. */
function findNear(state: unknown): LngLat | undefined {
  if (typeof state !== 'object' || state === null || !('near' in state)) return undefined
  const { near } = state
  if (typeof near !== 'object' || near === null || !('lng' in near) || !('lat' in near)) return undefined
  const { lng, lat } = near
  return typeof lng === 'number' && typeof lat === 'number' ? { lng, lat } : undefined
}
