import { useLocation } from 'react-router'
import * as v from 'valibot'
import type { LngLat } from '#app/features/map/map-view.ts'

const NearState = v.object({ near: v.object({ lng: v.number(), lat: v.number() }) })

/** The state of a navigation to the map around the visitor. It stays in the history of the browser, unlike an address. */
export function toNearState(position: LngLat): v.InferOutput<typeof NearState> {
  return { near: position }
}

/** Returns the position that a page has sent along with the visitor, without the server. */
export function useNearState(): LngLat | undefined {
  const parsed = v.safeParse(NearState, useLocation().state)
  return parsed.success ? parsed.output.near : undefined
}
